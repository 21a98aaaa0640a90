// SPDX-License-Identifier: MIT
#pragma once
#include "insertion.hpp"

namespace malha::cluster::oscarpbs {

/// Looks for a slot of one job in the tables: where and when it can be inserted (P13, P18, P19). All changes
/// are provisional.
class SlotSearch {
public:
  SlotSearch(Tables& tables, const Totals& totals, Seconds now, const Placing& placing)
      : tables_(tables), totals_(totals), now_(now), placing_(placing) {}

  /// Inserts the job at that start. Returns false, and inserts nothing, when that is not possible.
  bool insert_at(Job& job, Seconds start, Power power) {
    const Seconds before = std::exchange(job.start, start);
    // DesalocarTodos reaches jobs that the totals do not tell apart.
    const bool possible = power == Power::all || totals_.hold(job.size, power, start, job.end());
    if (possible && Insertion(tables_, job, power, now_, placing_).run())
      return true;
    job.start = before;
    return false;
  }

  /// Inserts the job as early as possible without taking anything from other jobs (P13). It tries windows
  /// from now on, then from each end of a job that holds CPUs (`ends` is sorted), at last from the end of all
  /// of them.
  bool forward(Job& job, const std::vector<Seconds>& ends) {
    const Seconds last = ends.empty() ? now_ : ends.back();
    Seconds from = now_;
    while (const auto start = first_window(job, from, last + job.length)) {
      if (insert_at(job, *start, Power::none))
        return true;
      const auto next = std::upper_bound(ends.begin(), ends.end(), from);
      if (next == ends.end())
        break;
      from = *next;
    }
    return insert_at(job, last, Power::none);
  }

  /// Inserts the job as late as possible before its deadline (P18). It tries windows back from the deadline,
  /// then back from each start of a job that holds CPUs (`starts` is sorted).
  bool backward(Job& job, Power power, const std::vector<Seconds>& starts) {
    Seconds to = job.deadline;
    while (const auto start = last_window(job, now_, to, power)) {
      if (insert_at(job, *start, power))
        return true;
      const auto next = std::lower_bound(starts.begin(), starts.end(), to);
      if (next == starts.begin())
        break;
      to = *std::prev(next);
    }
    return false;
  }

private:
  /// encontrar_inicio (P19): tries windows that lie side by side, each as long as the job.
  std::optional<Seconds> first_window(const Job& job, Seconds from, Seconds to) const {
    if (to - from < job.length)
      return std::nullopt;
    for (Seconds start = from;; start += job.length) {
      if (totals_.hold(job.size, Power::none, start, start + job.length))
        return start;
      if (start + 2 * job.length > to)
        return std::nullopt;
    }
  }

  std::optional<Seconds> last_window(const Job& job, Seconds from, Seconds to, Power power) const {
    if (to - from < job.length)
      return std::nullopt;
    for (Seconds start = to - job.length;; start -= job.length) {
      if (totals_.hold(job.size, power, start, start + job.length))
        return start;
      if (start - job.length < from)
        return std::nullopt;
    }
  }

  Tables& tables_;
  const Totals& totals_;
  const Seconds now_;
  const Placing placing_;
};

} // namespace malha::cluster::oscarpbs
