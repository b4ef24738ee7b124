package dev.hotlane.protocol.process;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** Size of this JVM's largest heap. Any thread. */
public final class HeapSize {
    private HeapSize() {}

    /**
     * The heap that -Xmx names, or the JVM's default for it, in bytes. Some collectors report less as the largest heap, as
     * they always keep a part free.
     */
    public static long bytes() {
        HotSpotDiagnosticMXBean jvm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        return jvm == null
                ? Runtime.getRuntime().maxMemory()
                : Long.parseLong(jvm.getVMOption("MaxHeapSize").getValue());
    }
}
