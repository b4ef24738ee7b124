package dev.hotlane.infra.stack;

import java.util.stream.IntStream;

/** A process of many threads that never wait. */
final class Spinner {
    static final String READY = "all threads spin";

    private static final int THREADS = 16;

    private Spinner() {}

    public static void main(String[] arguments) {
        IntStream.range(0, THREADS).forEach(i -> new Thread(Spinner::spin).start());
        System.out.println(READY);
    }

    private static void spin() {
        while (true) {
            Thread.onSpinWait();
        }
    }
}
