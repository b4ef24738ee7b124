package dev.hotlane.jmh.load;

/** What an answer means for the request it answers. */
public enum AnswerVerdict {
    /** It ran, with the result that was wanted. */
    OK,
    /** A final no. */
    REFUSED,
    /** It surely did not run: the same request may be sent again. */
    NOT_EXECUTED,
    /** It may have run or not: to be resolved by the same request, see {@link LoadResult#unresolved}. */
    UNKNOWN,
    /** An answer that must never come: the measurement is void. */
    WRONG;

    /** By the status alone, as Hotlane means it: 2xx ran, 503 did not, 504 and other 5xx are open, 4xx are a no. */
    public static AnswerVerdict ofStatus(int status) {
        if (status >= 200 && status < 300) {
            return OK;
        }
        if (status == 503) {
            return NOT_EXECUTED;
        }
        if (status >= 500 && status < 600) {
            return UNKNOWN;
        }
        return status >= 400 && status < 500 ? REFUSED : WRONG;
    }
}
