-- wrk script: one hot bucket, a token per request, each request under a key of its own. The bucket is never empty.
-- wrk -t1 -c256 -d30s --latency -s jmh/wrk/take.lua http://127.0.0.1:8080
local run = os.time() * 1000
local thread_number = 0
local count = 0

function setup(thread)
  thread:set("thread_id", thread_number)
  thread_number = thread_number + 1
end

function request()
  count = count + 1
  local key = string.format("t%d-%d-%d", run, thread_id, count)
  return wrk.format("POST", "/v1/transactions",
    { ["Content-Type"] = "application/json", ["Idempotency-Key"] = key },
    '{"ops":[{"op":"take","key":"rate:hot","tokens":1,"count":1000000,"periodMs":1000,"burst":1000000}]}')
end

function done(summary)
  io.write(string.format("requests %d, socket errors %d, status errors %d\n", summary.requests,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,
    summary.errors.status))
end
