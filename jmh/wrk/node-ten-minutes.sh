#!/usr/bin/env bash
# Ten minutes of adds to 1,000,000 counters at a node whose window is full; 256 connections. Batches fill both first.
# Prints each minute wrk's figures and the node's heap after a full collection, window and resident memory; at the end the
# comparison of MySQL with the log. Needs wrk, curl, a JDK.
#
#   jmh/wrk/node-ten-minutes.sh [minutes, default 10]
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
minutes=${1:-10}
data=$(mktemp -d)
stack=--stack-directory=$data/stack
url=http://127.0.0.1:18080
./hotlane dev --stack-only "$stack" > "$data/dev.log" 2>&1 &
dev=$!
until grep -q '^Data ' "$data/dev.log"; do kill -0 "$dev" || exit 1; sleep 0.2; done
./hotlane topics create "$stack" > "$data/topics.log" 2>&1 || exit 1
HOTLANE_JAVA_OPTS='-Xms4g -Xmx4g -Xmn256m' ./hotlane node "$stack" --gateway-leave-ms=0 --gateway-port=18080 --processor-http-port=18090 \
  --processor-directory="$data/processor" > "$data/node.log" 2>&1 &
node=$!
until [[ $(curl -s -o "$data/ready" -w '%{http_code}' $url/readyz) == 200 ]]; do kill -0 "$node" || exit 1; sleep 0.2; done

window() { curl -s http://127.0.0.1:18090/metrics | awk '/^hotlane_window_commands[{ ]/ { printf "%d", $2 }'; }
load() { wrk -t1 "-c$1" "-d$2s" --timeout 20s -s jmh/wrk/keys.lua $url | grep '^commands'; }
heap() {
  jcmd "$node" GC.run > "$data/jcmd"
  sleep 5
  jcmd "$node" GC.run > "$data/jcmd"
  jcmd "$node" GC.heap_info | awk '/total.*used/ { used = $0; sub(/.*used /, "", used); sub(/K.*/, "", used); sum += used }
    END { printf "%.1f", sum / 1024 }'
}

until (( $(window) >= 4194304 )); do
  echo "filling: $(LINES=1000 load 8 20), window $(window)"
done
for (( minute = 1; minute <= minutes; minute++ )); do
  measured=$(load 256 54)
  echo "minute $minute: $measured; heap after collection $(heap) MB," \
    "window $(window), resident $(( $(awk '/VmRSS/ { print $2 }' "/proc/$node/status") / 1024 )) MB"
done
./hotlane verify "$stack"
kill "$node"
wait "$node"
kill "$dev"
wait "$dev"
rm -rf "$data"
