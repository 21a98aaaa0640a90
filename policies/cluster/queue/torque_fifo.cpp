// SPDX-License-Identifier: MIT
// TORQUE's standard scheduler ("FIFO"), as Cunha's OSCAR-PBS thesis describes it. A cycle first starts the
// jobs that starve, the longest waiting first; while one of them finds no machines, everything is held back
// for it. Then it goes through the other jobs, those that ask for the fewest CPUs first, and starts each that
// finds machines. Fragments of one job never share a machine; a job without fragments takes CPUs anywhere.
// Ties: submission, then id. Deadlines and classes are ignored. starve_drain=one_per_cycle, the other orders
// and choices of machines are those of TORQUE's configuration, not of the thesis.
#include "machine_placement.hpp"
#include "queue_order.hpp"

namespace malha::cluster {
namespace {

class TorqueFifo : public Queue {
public:
  explicit TorqueFifo(const Parameters& parameters)
      : order_(order_of(parameters)), starve_(parameters.text("starve") == "on"),
        one_per_cycle_(parameters.text("starve_drain") == "one_per_cycle"),
        tolerance_(parameters.real("starve_tolerance")), period_(parameters.real("period")),
        choice_(choice_of(parameters.text("machines"))) {}

  Decision decide(const QueueView& view) override {
    DecisionDraft draft(view);
    drop_what_never_fits(draft, [this](const auto& job, const auto& free) { return place(job, free); });
    free_ = free_cpus(view);
    cycle(draft);
    ask_again(draft);
    return draft.finish();
  }
  bool heeds_order_of_queue() const override { return false; }
  bool takes_predictions() const override { return looks_at_walltimes(order_); }

private:
  static MachineChoice choice_of(const std::string& name) {
    return name == "pack"     ? MachineChoice::pack
           : name == "spread" ? MachineChoice::spread
                              : MachineChoice::file_order;
  }

  static bool has_fragments(const QueuedJob& job) {
    return job.request != nullptr && !job.request->fragments.empty();
  }

  Placement place(const QueuedJob& job, const std::vector<int>& free) const {
    return FragmentPlacer(free, choice_, has_fragments(job)).place(job);
  }

  void cycle(DecisionDraft& draft) {
    auto jobs = undropped_jobs(draft);
    const auto others = std::stable_partition(jobs.begin(), jobs.end(), [&](const auto* job) {
      return starve_ && draft.now() - job->submitted > tolerance_;
    });
    sort_by(order_, others, jobs.end(), draft.now());
    const char* held_back = nullptr; // why
    for (auto job = jobs.begin(); job != jobs.end(); ++job) {
      const bool starves = job < others;
      if (held_back != nullptr)
        draft.hold(**job, held_back);
      else if (!start(**job, starves ? "starving" : "fits", draft))
        held_back = starves ? "starving_job_waits" : nullptr;
      else if (starves && one_per_cycle_)
        held_back = "starving_job_alone";
    }
  }

  bool start(const QueuedJob& job, const char* why, DecisionDraft& draft) {
    const auto placement = draft.has_room_for(job) ? place(job, free_) : Placement{};
    if (placement.empty()) {
      draft.hold(job, draft.has_room_for(job) ? "no_machines_for_fragments" : "too_few_nodes");
      return false;
    }
    for (const auto& [machine, cpus, fragments] : shares_of(job, placement))
      free_[static_cast<std::size_t>(machine)] -= cpus;
    draft.start_on(job, placement);
    draft.say(job, why);
    return true;
  }

  /// Every period while jobs wait for others to end; where none runs, only a change can help.
  void ask_again(DecisionDraft& draft) {
    if (!draft.leaves_any() || (draft.view().running.empty() && !draft.starts_any()))
      return;
    if (!(wake_ > draft.now()))
      wake_ = draft.now() + period_;
    draft.ask_again_at(wake_);
  }

  const Order order_;
  const bool starve_, one_per_cycle_;
  const Seconds tolerance_, period_;
  const MachineChoice choice_;
  Seconds wake_ = 0;      ///< the last that was asked for: there is one at a time
  std::vector<int> free_; ///< CPUs by machine, in one cycle
};

} // namespace

MALHA_POLICY(policy<TorqueFifo>(
    "cluster/torque_fifo",
    "TORQUE's standard scheduler: starts what fits, fewest CPUs first; a starving job holds back all others",
    "Cunha, OSCAR-PBS, UFF 2013, sections 4.4 to 4.7",
    {order_parameter("the queue", {"fewest_cpus", "fifo", "walltime", "weight"}),
     choice("starve", "on", {"on", "off"}, "whether jobs that wait too long starve, and go first"),
     real("starve_tolerance", 1800, at_least(0), "s", "a job that has waited longer starves"),
     choice("starve_drain", "all", {"all", "one_per_cycle"},
            "a starving job that waits holds back the others, or one starving job alone starts at a time"),
     choice("machines", "file_order", {"file_order", "pack", "spread"},
            "machine of a fragment: the first with room, that with the fewest free CPUs, or with the most"),
     real("period", 600, above(0), "s", "longest time between two looks at the jobs that wait")},
    {{Trait::changing_heads}}))

} // namespace malha::cluster
