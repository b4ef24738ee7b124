-- wrk script: each request reserves one unit of one hot stock within the limit of a new buyer, under a key of its own.
-- TTL_MS in the environment is how long it holds (default 600000). Put stock up first:
-- curl -X PUT http://127.0.0.1:8080/v1/counters/stock:hot --json '{"value":1000000000000}' -H 'Idempotency-Key: stock'
-- wrk -t1 -c256 -d30s --latency -s jmh/wrk/reserve.lua http://127.0.0.1:8080
local run = os.time() * 1000
local ttl = os.getenv("TTL_MS") or "600000"
local thread_number = 0
local count = 0

function setup(thread)
  thread:set("thread_id", thread_number)
  thread_number = thread_number + 1
end

function request()
  count = count + 1
  local key = string.format("%d-%d-%d", run, thread_id, count)
  return wrk.format("POST", "/v1/reservations",
    { ["Content-Type"] = "application/json", ["Idempotency-Key"] = key },
    '{"lines":[{"key":"stock:hot","quantity":1}],"limits":[{"key":"limit:hot:' .. key
      .. '","quantity":1,"max":1}],"ttlMs":' .. ttl .. '}')
end

function done(summary)
  io.write(string.format("requests %d, socket errors %d, status errors %d\n", summary.requests,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,
    summary.errors.status))
end
