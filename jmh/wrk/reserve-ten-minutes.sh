#!/usr/bin/env bash
# Ten minutes of reservations, every buyer new, each held for 5 s and then expired. Needs wrk, curl, a JDK.
# Prints wrk's figures, and each minute the heap after a full collection (processor, gateway), offsets and holds; at the
# end the counter, which must have everything back, and the comparison of MySQL with the log.
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
minutes=${1:-10}
data=$(mktemp -d)
url=http://127.0.0.1:18080
./hotlane dev --gateway-port 18080 --stack-directory "$data" > "$data.out" 2>&1 &
dev=$!
for _ in $(seq 1 240); do grep -q Ready "$data.out" && break; sleep 0.5; done
gateway=$(pgrep -f "Hotlane dev .*$data" | head -1)
processor=$(pgrep -f "Hotlane processor.*$data" | head -1)
curl -s -X PUT $url/v1/counters/stock:hot -H 'Idempotency-Key: stock' --json '{"value":1000000000000}' > /dev/null

for minute in $(seq 1 "$minutes"); do
  echo "minute $minute"
  (sleep 30; echo -n 'under load: '; curl -s $url/v1/status | grep -oE '"flushLag":[0-9]+') &
  TTL_MS=5000 wrk -t1 -c256 -d58s --latency -s jmh/wrk/reserve.lua $url | grep -E 'Requests|50%|99%|errors'
  for pid in $processor $gateway; do
    jcmd "$pid" GC.run > /dev/null
    echo -n "$(jcmd "$pid" GC.heap_info | grep -oE 'used [0-9]+K' | head -1) "
  done
  curl -s $url/v1/status
  echo
done
curl -s $url/metrics | grep -E '^hotlane_gateway_(timeouts|overloads|unavailable)'
for _ in $(seq 1 120); do curl -s $url/v1/counters/stock:hot | grep -q '"held":0' && break; sleep 0.5; done
curl -s $url/v1/counters/stock:hot
echo
./hotlane verify --stack-directory "$data"
kill $dev
