-- wrk script: one hot counter, an add of 1 per request, each request under an idempotency key of its own.
-- wrk -t1 -c256 -d30s --latency -s jmh/wrk/add.lua http://127.0.0.1:8080
local run = os.time() * 1000
local thread_number = 0
local count = 0

function setup(thread)
  thread:set("thread_id", thread_number)
  thread_number = thread_number + 1
end

function request()
  count = count + 1
  local key = string.format("%d-%d-%d", run, thread_id, count)
  return wrk.format("POST", "/v1/transactions",
    { ["Content-Type"] = "application/json", ["Idempotency-Key"] = key },
    '{"ops":[{"op":"add","key":"stock:hot","delta":1}]}')
end


function done(summary)
  io.write(string.format("requests %d, socket errors %d, status errors %d\n", summary.requests,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,
    summary.errors.status))
end
