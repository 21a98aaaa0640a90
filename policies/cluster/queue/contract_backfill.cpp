// SPDX-License-Identifier: MIT
// EASY backfilling on nodes that jobs share under a social contract (M-CISNE lets a later job start where
// that does not delay the first, section 2.5.2; the rule is ours). The first job that finds too few nodes
// reserves slots and memory on named nodes at its shadow time, the earliest date by which enough running jobs
// will have ended by their walltimes; nodes that are full now come before others, and local users are taken
// to stay as they are. A later job starts if it ends by the shadow time, or where it leaves what is reserved.
// A job that starts gets nodes as under cluster/contract_fcfs.
#include "contract_nodes.hpp"

namespace malha::cluster {
namespace {

class ContractBackfill : public Queue {
public:
  bool places_tasks() const override { return true; }

  Decision decide(const QueueView& view) override {
    DecisionDraft draft(view);
    ContractNodes nodes(view);
    see_running(view);
    drop_what_no_site_holds(draft, nodes);
    const QueuedJob* head = nullptr;
    std::optional<Reserved> reserved;
    for (const auto& job : view.queue) {
      if (draft.is_dropped(job))
        continue;
      if (head != nullptr) {
        fill_with(job, nodes, reserved, draft);
      } else if (auto on = nodes.place(job); on.empty()) {
        head = &job;
        reserved = reserve(job, nodes);
        draft.hold(job, reserved ? "head_reserved" : why_no_nodes(job, nodes),
                   reserved ? reserved->shadow_time : never);
      } else {
        start(job, std::move(on), "head", nodes, draft);
      }
    }
    return draft.finish();
  }

private:
  /// What is kept for the first job that waits.
  struct Reserved {
    Seconds shadow_time;
    ContractNodes left; ///< the nodes at that date when it has started
  };

  /// What the running jobs hold, as the view shows it; where no two jobs share a machine, as they were
  /// started here.
  void see_running(const QueueView& view) {
    std::map<JobHandle, ContractNodes::Held> running;
    for (const auto& release : view.running) {
      const auto known = held_.find(release.handle);
      running[release.handle] =
          view.shared == nullptr && known != held_.end() ? known->second : ContractNodes::Held{};
      running[release.handle].expected_end = release.expected_end;
    }
    held_ = std::move(running);
    if (view.shared == nullptr)
      return;
    for (std::size_t machine = 0; machine < view.shared->size(); ++machine)
      for (const auto& task : (*view.shared)[machine].tasks) {
        auto& held = held_[task.job];
        held.memory = task.memory;
        held.on.push_back(static_cast<int>(machine));
      }
  }

  void start(const QueuedJob& job, Placement on, const char* why, ContractNodes& nodes,
             DecisionDraft& draft) {
    const ContractNodes::Held held{draft.now() + job.walltime, memory_of(job), on};
    nodes.take(held);
    held_[job.handle] = held;
    draft.start_on(job, std::move(on));
    draft.say(job, why);
  }

  /// Nothing where not even the end of all running jobs gives the job enough nodes: too few are up, or local
  /// users leave too little. Then nothing is held back for it.
  std::optional<Reserved> reserve(const QueuedJob& job, const ContractNodes& now) const {
    ContractNodes nodes = now;
    std::vector<const ContractNodes::Held*> releases;
    for (const auto& [handle, held] : held_)
      releases.push_back(&held);
    std::stable_sort(releases.begin(), releases.end(),
                     [](const auto* a, const auto* b) { return a->expected_end < b->expected_end; });
    for (std::size_t i = 0; i < releases.size(); ++i) {
      nodes.give_back(*releases[i]);
      const Seconds date = releases[i]->expected_end;
      if (i + 1 < releases.size() && releases[i + 1]->expected_end == date)
        continue; // all that is given back at a date counts
      if (auto on = nodes.place_later(job, now); !on.empty()) {
        nodes.take({never, memory_of(job), std::move(on)});
        return Reserved{date, std::move(nodes)};
      }
    }
    return std::nullopt;
  }

  void fill_with(const QueuedJob& job, ContractNodes& nodes, std::optional<Reserved>& reserved,
                 DecisionDraft& draft) {
    const bool ends_first = !reserved || draft.now() + job.walltime <= reserved->shadow_time;
    auto on = nodes.place(job, ends_first ? nullptr : &reserved->left);
    if (on.empty())
      return draft.hold(job, nodes.place(job).empty() ? why_no_nodes(job, nodes) : "would_delay_reservation");
    if (!ends_first)
      reserved->left.take({never, memory_of(job), on});
    start(job, std::move(on),
          !reserved     ? "fits"
          : !ends_first ? "fits_in_extra_nodes"
                        : "ends_by_shadow_time",
          nodes, draft);
  }

  std::map<JobHandle, ContractNodes::Held> held_; ///< of running jobs
};

} // namespace

MALHA_POLICY(policy<ContractBackfill>(
    "cluster/contract_backfill",
    "EASY backfilling on shared nodes: later jobs start where they leave the first what it has reserved",
    "M-CISNE, section 2.5.2"))

} // namespace malha::cluster
