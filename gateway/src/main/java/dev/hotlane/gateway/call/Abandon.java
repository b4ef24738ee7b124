package dev.hotlane.gateway.call;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.Arrays;
import java.util.List;

/**
 * {@code POST /v1/commands/{id}/abandon}: ends an unknown outcome for good. Returns the outcome if the command ran;
 * else marks it abandoned, so that it never runs.
 */
public final class Abandon implements Call {

    @Override
    public Draft draft(CallInput.Limits limits) {
        return new Fieldless(Abandon::question);
    }

    private static LogRequest question(CallInput in) {
        byte[] target = in.commandId();
        EntityTag.refuse(in, "an abandon");
        if (Arrays.equals(target, in.id())) {
            throw in.malformed("an abandon is a command of its own: give it an id of its own, not that of the command"
                    + " it ends");
        }
        return LogRequest.command(
                in.sender(), in.id(), new Command(CommandKind.ABANDON, false, 0, List.of(), target, new byte[0]));
    }

    @Override
    public boolean succeeds(Verdict verdict, ReplyDecoder reply) {
        return reply.flags().stored();
    }

    @Override
    public long answer(LogRequest question, ReplyDecoder reply, JsonText out) {
        StoredCommand.write(question.target(), reply, out);
        return NO_VERSION;
    }
}
