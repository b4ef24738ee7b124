-- wrk script: the ops of a reservation as a plain transaction: a limit of a new buyer and one unit of one hot stock. What
-- reserve.lua is to be compared with.
-- wrk -t1 -c256 -d30s --latency -s jmh/wrk/two-ops.lua http://127.0.0.1:8080
local run = os.time() * 1000
local count = 0

function request()
  count = count + 1
  local key = string.format("x%d-%d", run, count)
  return wrk.format("POST", "/v1/transactions",
    { ["Content-Type"] = "application/json", ["Idempotency-Key"] = key },
    '{"ops":[{"op":"add","key":"limit:hot:' .. key .. '","delta":1,"max":1},{"op":"add","key":"stock:hot","delta":-1}]}')
end
