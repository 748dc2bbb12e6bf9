package dev.belay.core.approval;

import java.util.List;

/**
 * Persistent storage of decisions that hold for a time. Every method may block; safe for use by
 * many threads.
 *
 * <p>A rule belongs to the program that has put or loaded it, until that program is gone. Another
 * program that runs at the same time does not see it.
 */
public interface RuleStore {
  /** The greatest number of rules that are kept; those that end first give way. */
  int MOST = Approvals.MOST_RULES;

  /**
   * {@return the rules of this program, and those of programs that are gone, which belong to this
   * program from now on; without those that have ended}
   *
   * <p>A row that was changed or damaged is dropped, and reported.
   */
  List<ApprovalRule> load() throws RuleStoreException;

  /** Stores a rule; does nothing if it is stored. */
  void put(ApprovalRule rule) throws RuleStoreException;

  /** Removes a rule; does nothing if it is absent. */
  void remove(String id) throws RuleStoreException;
}
