// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace malha::cluster {

/// The nodes and the power of a cluster from now on, if nothing starts but what is added, and jobs run to
/// their walltimes. The power only falls then: a machine that has been woken counts as one that is on when
/// its job has ended. Without a power cap only nodes count.
class PowerPlan {
public:
  /// A job on the nodes that it gets.
  struct Load {
    Seconds end = 0;
    int size = 0;
    IndexSet nodes = {}; ///< empty if all nodes are alike: then the scheduler is to take the lowest
    Watts extra = 0;     ///< what they draw more, at most, up to its end
    Watts kept = 0;      ///< and from its end on
  };

  /// `cap`: null if only nodes count.
  PowerPlan(const QueueView& view, const StepSeries* cap)
      : now_(view.now), power_(cap != nullptr ? view.power : nullptr), cap_(cap),
        are_alike_(power_ == nullptr || nodes_are_alike(*power_)), free_{view.free.size(), are_alike_
                                                                                               ? IndexSet()
                                                                                               : view.free} {
    loads_.reserve(view.running.size() + 1);
    for (const auto& job : view.running) // one that is late still draws something
      loads_.push_back(load_on(are_alike_ ? IndexSet() : *job.nodes, job.size,
                               std::max(job.expected_end, std::nextafter(now_, never))));
    std::stable_sort(loads_.begin(), loads_.end(),
                     [](const Load& a, const Load& b) { return a.end < b.end; });
    add_up();
  }
  /// Under the cap of the view, if it has one.
  explicit PowerPlan(const QueueView& view)
      : PowerPlan(view, view.power != nullptr ? view.power->cap : nullptr) {}

  /// Whether machines that sleep or boot may turn out better or worse than planned, so that nothing can be
  /// promised.
  bool is_uncertain() const {
    return power_ != nullptr && !(power_->asleep.empty() && power_->booting.empty());
  }
  bool has_nodes(const QueuedJob& job) const { return job.size <= free_.count; }
  /// The job as it would start now. Of the nodes that are free it gets those of machines that are on, then
  /// those that boot, then those that sleep; of those what draws least; then the lowest numbers.
  Load load_of(const QueuedJob& job) const { return load_at(now_, job, free_); }
  /// Whether it may start now, as far as nodes and power go.
  bool fits_now(const QueuedJob& job) const { return has_nodes(job) && fits(now_, load_of(job)); }
  /// Lets it start now.
  void start(const Load& load) {
    free_.take(load);
    loads_.insert(std::upper_bound(loads_.begin(), loads_.end(), load.end, ends_after), load);
    add_up();
  }

  /// The earliest date from now on, an end or a change of the cap, at which the job has nodes and
  /// `has_power(date, load)` says that it may start; `never`: there is none.
  template <class HasPower>
  Seconds earliest(const QueuedJob& job, HasPower has_power) const {
    Free free = free_;
    const Seconds last = horizon(now_);
    auto next = loads_.begin();
    for (Seconds date = now_; date < last;) {
      for (; next != loads_.end() && next->end <= date; ++next)
        free.give(*next);
      if (job.size <= free.count && has_power(date, load_at(date, job, free)))
        return date;
      date = std::min(next != loads_.end() ? next->end : never,
                      cap_ != nullptr ? cap_->next_change(date) : never);
    }
    return never;
  }
  /// The same under the cap.
  Seconds earliest(const QueuedJob& job) const {
    return earliest(job, [this](Seconds date, const Load& load) { return fits(date, load); });
  }
  /// The job as it would start at that date if `also` started now; nothing if there are too few nodes.
  std::optional<Load> load_later(Seconds date, const QueuedJob& job, const Load& also) const {
    Free free = free_;
    free.take(also);
    const auto ended = number_ended(date);
    if (are_alike_)
      free.count += sums_[ended].nodes;
    else
      std::for_each(loads_.begin(), loads_.begin() + static_cast<std::ptrdiff_t>(ended),
                    [&free](const Load& load) { free.give(load); });
    if (also.end <= date)
      free.give(also);
    return job.size <= free.count ? std::optional(load_at(date, job, free)) : std::nullopt;
  }

  /// Whether a job that starts at that date stays below the cap. `also`: it has started now; null: nothing.
  bool fits(Seconds start, const Load& load, const Load* also = nullptr) const {
    if (cap_ == nullptr)
      return true;
    const Seconds until = std::min(load.kept > 0 ? never : load.end,
                                   horizon(std::max(start, load.end < never ? load.end : start)));
    Seconds date = start;
    do {
      const Watts more = date < load.end || date == start ? load.extra : load.kept;
      const Watts cap = cap_->value_at(date);
      if (power_at(date, also) + more > cap + rounding * std::abs(cap))
        return false;
      date = cap_->next_change(date);
    } while (date < until);
    return true;
  }
  /// What all machines draw from that date on, until something ends.
  Watts power_at(Seconds date, const Load* also = nullptr) const {
    return sums_[number_ended(date)].power + (also == nullptr    ? 0
                                              : also->end > date ? also->extra
                                                                 : also->kept);
  }
  /// The sum of `of_power(watts)` x time between two dates.
  template <class OfPower>
  double integral(Seconds from, Seconds to, OfPower of_power, const Load* also = nullptr) const {
    double sum = 0;
    for (Seconds date = from; date < to;) {
      const auto ended = number_ended(date);
      Seconds next = std::min(to, ended < loads_.size() ? loads_[ended].end : never);
      if (also != nullptr && also->end > date)
        next = std::min(next, also->end);
      sum += of_power(power_at(date, also)) * (next - date);
      date = next;
    }
    return sum;
  }

private:
  /// Nodes that are free. If all are alike, only their number is kept.
  struct Free {
    int count;
    IndexSet nodes;

    void take(const Load& load) {
      count -= load.size;
      nodes.remove(load.nodes);
    }
    void give(const Load& load) {
      count += load.size;
      nodes.insert(load.nodes);
    }
  };
  /// When so many loads have ended.
  struct Sum {
    int nodes = 0;   ///< that they have given back
    Watts power = 0; ///< that all machines draw
  };

  /// Sums of powers differ from those of the scheduler in the last digits.
  static constexpr double rounding = 1e-10;

  static bool ends_after(Seconds date, const Load& load) { return date < load.end; }
  static bool nodes_are_alike(const PowerView& power) {
    return power.asleep.empty() && power.booting.empty() &&
           std::adjacent_find(power.extra.begin(), power.extra.end(), std::not_equal_to<>()) ==
               power.extra.end();
  }
  std::size_t number_ended(Seconds date) const {
    return static_cast<std::size_t>(std::upper_bound(loads_.begin(), loads_.end(), date, ends_after) -
                                    loads_.begin());
  }
  Load load_at(Seconds date, const QueuedJob& job, const Free& free) const {
    Load load = load_on(are_alike_ ? IndexSet() : choose(free.nodes, job.size), job.size, 0);
    Seconds boot_time = 0;
    for (const int node : load.nodes)
      boot_time = std::max(boot_time, power_->boot_time[static_cast<std::size_t>(node)]);
    load.end = date + boot_time + job.walltime;
    return load;
  }
  Load load_on(const IndexSet& nodes, int size, Seconds end) const {
    Load load{end, size, nodes};
    if (are_alike_)
      load.extra = power_ != nullptr && !power_->extra.empty() ? size * power_->extra.front() : 0;
    for (const int node : nodes) {
      load.extra += power_->extra[static_cast<std::size_t>(node)];
      load.kept += power_->kept[static_cast<std::size_t>(node)];
    }
    return load;
  }
  IndexSet choose(const IndexSet& free, int size) const {
    std::vector<std::tuple<bool, bool, Watts, int>> ranks;
    for (const int node : free)
      ranks.emplace_back(power_->asleep.contains(node), power_->booting.contains(node),
                         power_->extra[static_cast<std::size_t>(node)], node);
    std::sort(ranks.begin(), ranks.end());
    IndexSet nodes;
    for (int rank = 0; rank < size; ++rank)
      nodes.insert(IndexSet(std::get<int>(ranks[static_cast<std::size_t>(rank)]), 1));
    return nodes;
  }
  void add_up() {
    sums_.assign(loads_.size() + 1, {});
    Watts extra = 0, kept = power_ != nullptr ? power_->idle : 0;
    for (std::size_t load = loads_.size(); load-- > 0;)
      sums_[load].power = extra += loads_[load].extra;
    for (std::size_t load = 0; load < loads_.size(); ++load) {
      sums_[load].power += kept;
      kept += loads_[load].kept;
      sums_[load + 1].nodes = sums_[load].nodes + loads_[load].size;
    }
    sums_.back().power = kept;
  }
  /// The date from which on nothing new comes: all that ends has ended, and the cap has had all its values.
  Seconds horizon(Seconds from) const {
    if (cap_ == nullptr)
      return never;
    for (auto last = loads_.rbegin(); last != loads_.rend(); ++last)
      if (last->end < never) {
        from = std::max(from, last->end);
        break;
      }
    return cap_->period() ? std::max(from, cap_->steps().front().date) + *cap_->period()
                          : std::nextafter(std::max(from, cap_->steps().back().date), never);
  }

  const Seconds now_;
  const PowerView* power_; ///< null: only nodes count
  const StepSeries* cap_;
  const bool are_alike_; ///< all nodes are on and draw the same, or only nodes count
  Free free_;
  std::vector<Load> loads_; ///< by end
  std::vector<Sum> sums_;   ///< by number of loads that have ended, the first ones
};

} // namespace malha::cluster
