#!/usr/bin/env bash
# The first seconds of a node, on a broker and a MySQL that run already; sales of one hot counter, 256 connections.
# Part 1, RUNS times (default: 5): starts a node, calls it for 8 s as soon as /readyz is 200, and stops it by SIGTERM.
# Part 2, RUNS times: calls the leading one of two nodes for 4 s, kills it by kill -9, sends one sale at a time to the
# other node until it answers, calls that one for 1 s, and starts the killed one again. Needs wrk, curl, a JDK.
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
runs=${RUNS:-5}
data=$(mktemp -d)
stack=--stack-directory=$data/stack
./hotlane dev --stack-only "$stack" > "$data/dev.log" 2>&1 &
dev=$!
until grep -q '^Data ' "$data/dev.log"; do kill -0 "$dev" || exit 1; sleep 0.2; done
./hotlane topics create --gateways 2 "$stack" > "$data/topics.log" 2>&1 || exit 1

url() { echo "http://127.0.0.1:1808$1"; }
now() { date +%s%3N; }

# Starts node $1 (0 or 1), waits until it serves; its process id is in pids.
pids=()
start() {
  ./hotlane node "$stack" --gateway-leave-ms=0 --gateway-reply-partition="$1" --gateway-port="1808$1" --processor-http-port="1809$1" \
    --processor-directory="$data/processor-$1" > "$data/node-$1.log" 2>&1 &
  pids[$1]=$!
  until [[ $(curl -s -o "$data/ready" -w '%{http_code}' "$(url "$1")/readyz") == 200 ]]; do
    kill -0 "${pids[$1]}" || exit 1
    sleep 0.05
  done
}

# Sales for $2 seconds at node $1: rate, p50, p99, errors.
sales() {
  wrk -t1 -c256 "-d$2s" --timeout 20s --latency -s jmh/wrk/add.lua "$(url "$1")" \
    | awk '/50%/ { p50 = $2 } /99%/ { p99 = $2 } /Requests\/sec/ { rate = $2 } /socket errors/ { errors = $0 }
           END { printf "%d/s, p50 %s, p99 %s; %s\n", rate, p50, p99, errors }'
}

for (( run = 1; run <= runs; run++ )); do
  begin=$(now)
  start 0
  ready=$(( $(now) - begin ))
  echo "start $run: ready after $ready ms, first 8 s: $(sales 0 8)"
  kill "${pids[0]}"
  wait "${pids[0]}"
done

start 0
start 1
for (( run = 1; run <= runs; run++ )); do
  leader=$(( (run + 1) % 2 ))
  other=$(( 1 - leader ))
  echo "take-over $run, before it: $(sales "$leader" 4)"
  killed=$(now)
  { kill -9 "${pids[$leader]}"; wait "${pids[$leader]}"; } 2> /dev/null
  try=0
  until [[ $(curl -s -m 3 -o "$data/sale" -w '%{http_code}' -H "Idempotency-Key: $killed-$((try++))" \
    --json '{"ops":[{"op":"add","key":"stock:hot","delta":1}]}' "$(url "$other")/v1/transactions") == 200 ]]; do :; done
  answered=$(( $(now) - killed ))
  echo "take-over $run: answered after $answered ms, the second after: $(sales "$other" 1)"
  start "$leader"
done
kill "${pids[@]}"
wait "${pids[@]}"
kill "$dev"
wait "$dev"
rm -rf "$data"
