package dev.hotlane.gateway.http.batch;

import dev.hotlane.gateway.call.Call;
import dev.hotlane.gateway.call.LogRequest;

/**
 * A line of a batch that was read and may be sent, as far as its caller's grants go.
 *
 * @param index number of its answer
 * @param number its number among the lines of the batch
 * @param call the call that writes the answer
 * @param question its request to the log
 * @param bytes its length
 */
record ReadLine(long index, int number, Call call, LogRequest question, int bytes) {}
