#!/usr/bin/env bash
# Seven minutes of load on one hot counter; MySQL is stopped (SIGSTOP) for the 4th and 5th. Needs wrk, curl, a JDK.
# Prints wrk's figures, and each minute the heap after a full collection (processor, gateway) and the offsets.
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
data=$(mktemp -d)
url=http://127.0.0.1:18080
./hotlane dev --gateway-port 18080 --stack-directory "$data" > "$data.out" 2>&1 &
dev=$!
for _ in $(seq 1 240); do grep -q Ready "$data.out" && break; sleep 0.5; done
gateway=$(pgrep -f "Hotlane dev .*$data" | head -1)
processor=$(pgrep -f "Hotlane processor.*$data" | head -1)
mysql=$(pgrep -f "mysqld.*$data" | head -1)

sample() {
  for pid in $processor $gateway; do
    jcmd "$pid" GC.run > /dev/null
    echo -n "$(jcmd "$pid" GC.heap_info | grep -oE 'used [0-9]+K' | head -1) "
  done
  curl -s $url/v1/status | grep -oE '"(applied|flushed|flushLag)":[0-9]+|"count":[0-9]+' | tr '\n' ' '
  echo
}

for minute in 1 2 3 4 5 6 7; do
  (( minute == 4 )) && kill -STOP "$mysql"
  (( minute == 6 )) && kill -CONT "$mysql"
  echo "minute $minute"
  wrk -t1 -c256 -d52s --latency -s jmh/wrk/add.lua $url | grep -E 'Requests|50%|99%|errors'
  sample
done
curl -s $url/metrics | grep -E '^hotlane_gateway_(timeouts|overloads|unavailable)'
curl -s $url/v1/counters/stock:hot
echo
kill $dev
