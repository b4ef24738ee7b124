/**
 * The build beside which this one is proven: that of the commit in {@code .ci/upgrade-base}. In: a clone. Out: the
 * class path of that commit's processes, or the reason why there is none.
 * Thread: the row's.
 * May import: protocol, infra.stack.
 */
package dev.hotlane.proof.faults.base;
