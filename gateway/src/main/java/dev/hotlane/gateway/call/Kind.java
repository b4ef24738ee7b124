package dev.hotlane.gateway.call;

/** The kinds of a batch line: the call that reads its fields, and the field that stands for the path's id. */
enum Kind {
    TRANSACTION("transaction", new Transactions(), null),
    RESERVATION("reservation", new Reserve(), null),
    CONFIRM("confirm", ReservationChange.CONFIRM, "reservation"),
    CANCEL("cancel", ReservationChange.CANCEL, "reservation"),
    EXTEND("extend", ReservationChange.EXTEND, "reservation"),
    ABANDON("abandon", new Abandon(), "command");

    /** The field that is read as a transaction's if no {@code kind} came before it. */
    static final String USUAL_FIELD = "ops";

    private static final Kind[] ALL = values();

    final String word;
    final Call call;

    /** The field with the id of the target hold or command, or null. */
    final String target;

    Kind(String word, Call call, String target) {
        this.word = word;
        this.call = call;
        this.target = target;
    }

    /** The kind with this word, or null. */
    static Kind of(String word) {
        for (Kind kind : ALL) {
            if (kind.word.equals(word)) {
                return kind;
            }
        }
        return null;
    }

    /** All words, for the text of a rejection. */
    static String words() {
        StringBuilder words = new StringBuilder();
        for (Kind kind : ALL) {
            words.append(words.isEmpty() ? "" : ", ").append(kind.word);
        }
        return words.toString();
    }

    /** Whether a field of this name is the target of any kind. */
    static boolean isTarget(String field) {
        for (Kind kind : ALL) {
            if (field.equals(kind.target)) {
                return true;
            }
        }
        return false;
    }
}
