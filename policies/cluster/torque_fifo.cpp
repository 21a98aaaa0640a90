// SPDX-License-Identifier: MIT
// TORQUE's standard scheduler ("FIFO"), as Cunha's OSCAR-PBS thesis describes it. A cycle first starts the
// jobs that starve, the longest waiting first; while one of them finds no machines, everything is held back
// for it. Then it goes through the other jobs, those that ask for the fewest CPUs first, and starts each that
// finds machines. Fragments of one job never share a machine; a job without fragments takes CPUs anywhere.
// Ties: submission, then id. Deadlines and classes are ignored. starve_drain=one_per_cycle, the other orders
// and choices of machines are those of TORQUE's configuration, not of the thesis.
#include "machine_placement.hpp"

#include <numeric>
#include <set>

namespace malha::cluster {
namespace {

using Jobs = std::vector<const QueuedJob*>;

class TorqueFifo : public Queue {
public:
  explicit TorqueFifo(const Parameters& parameters)
      : order_(parameters.text("order")), starve_(parameters.text("starve") == "on"),
        one_per_cycle_(parameters.text("starve_drain") == "one_per_cycle"),
        tolerance_(parameters.real("starve_tolerance")), period_(parameters.real("period")),
        choice_(choice_of(parameters.text("machines"))) {}

  Decision decide(const QueueView& view) override {
    decision_ = {};
    explain_ = view.explain;
    free_ = free_cpus(view);
    drop_what_never_fits(view);
    const auto [starving, others] = split(view);
    cycle(starving, others);
    const std::size_t handled = decision_.start.size() + decision_.drop.size();
    ask_again(view, view.queue.size() > handled);
    return std::move(decision_);
  }

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

  /// A job that an empty cluster has no room for would starve, and hold back the others for ever.
  void drop_what_never_fits(const QueueView& view) {
    const auto all = all_cpus(view);
    for (const auto& job : view.changes.arrived)
      if (place(job, all).empty())
        decision_.drop.push_back(job.handle);
  }

  /// The jobs that starve, the longest waiting first, and the others in their order.
  std::pair<Jobs, Jobs> split(const QueueView& view) const {
    const std::set<JobHandle> dropped(decision_.drop.begin(), decision_.drop.end());
    std::pair<Jobs, Jobs> jobs;
    for (const auto& job : view.queue)
      if (dropped.count(job.handle) == 0)
        (starve_ && view.now - job.submitted > tolerance_ ? jobs.first : jobs.second).push_back(&job);
    std::stable_sort(jobs.second.begin(), jobs.second.end(),
                     [this](const auto* a, const auto* b) { return rank(*a) < rank(*b); });
    return jobs;
  }

  /// The lower, the earlier; ties by submission.
  double rank(const QueuedJob& job) const {
    return order_ == "fewest_cpus" ? job.size
           : order_ == "walltime"  ? job.walltime
           : order_ == "weight"    ? job.size * job.walltime
                                   : 0;
  }

  void cycle(const Jobs& starving, const Jobs& others) {
    const char* held_back = nullptr; // why
    for (const auto* job : starving) {
      if (held_back != nullptr)
        say(*job, held_back);
      else if (!start(*job, "starving"))
        held_back = "starving_job_waits";
      else if (one_per_cycle_)
        held_back = "starving_job_alone";
    }
    for (const auto* job : others)
      if (held_back != nullptr)
        say(*job, held_back);
      else
        start(*job, "fits");
  }

  void say(const QueuedJob& job, const char* code) {
    if (explain_)
      decision_.reasons.push_back({job.handle, code});
  }

  bool start(const QueuedJob& job, const char* why) {
    const int free = std::accumulate(free_.begin(), free_.end(), 0);
    if (job.size > free) {
      say(job, "too_few_nodes");
      return false;
    }
    const auto placement = place(job, free_);
    if (placement.empty()) {
      say(job, "no_machines_for_fragments");
      return false;
    }
    for (const auto& [machine, cpus] : cpus_of(job, placement))
      free_[static_cast<std::size_t>(machine)] -= cpus;
    decision_.start.push_back({job.handle, {}, placement});
    say(job, why);
    return true;
  }

  /// Every period while jobs wait for others to end; where none runs, only a change can help.
  void ask_again(const QueueView& view, bool jobs_wait) {
    if (!jobs_wait || (view.running.empty() && decision_.start.empty()))
      return;
    if (!(wake_ > view.now))
      wake_ = view.now + period_;
    decision_.wake = wake_;
  }

  const std::string order_;
  const bool starve_, one_per_cycle_;
  const Seconds tolerance_, period_;
  const MachineChoice choice_;
  Seconds wake_ = 0; ///< the last that was asked for: there is one at a time

  // Of one cycle:
  Decision decision_;
  bool explain_ = false;
  std::vector<int> free_; ///< CPUs by machine
};

} // namespace

MALHA_POLICY(policy<TorqueFifo>(
    "cluster/torque_fifo",
    "TORQUE's standard scheduler: starts what fits, fewest CPUs first; a starving job holds back all others",
    "Cunha, OSCAR-PBS, UFF 2013, sections 4.4 to 4.7",
    {choice(
         "order", "fewest_cpus", {"fewest_cpus", "fifo", "walltime", "weight"},
         "order of the queue: fewest CPUs, earliest submission, shortest walltime, or least CPUs x walltime "
         "first"),
     choice("starve", "on", {"on", "off"}, "whether jobs that wait too long starve, and go first"),
     real("starve_tolerance", 1800, at_least(0), "s", "a job that has waited longer starves"),
     choice("starve_drain", "all", {"all", "one_per_cycle"},
            "a starving job that waits holds back the others, or one starving job alone starts at a time"),
     choice("machines", "file_order", {"file_order", "pack", "spread"},
            "machine of a fragment: the first with room, that with the fewest free CPUs, or with the most"),
     real("period", 600, above(0), "s", "jobs that wait are looked at again at least so often")}))

} // namespace malha::cluster
