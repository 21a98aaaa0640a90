// SPDX-License-Identifier: MIT
// Rigid jobs of random sizes and works that arrive one by one. A share of them may change their size.
#include "scenarios/workload/files/drawn_sizes.hpp"

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/uniform_int_distribution.hpp>

namespace malha {
namespace {

class RigidJobs : public JobSource {
public:
  explicit RigidJobs(const WorkloadInput& input)
      : jobs_(input.parameters.integer("jobs")),
        max_resources_(static_cast<int>(input.parameters.integer("max_resources"))),
        work_(input.parameters.real("work")), interarrival_(input.parameters.real("interarrival")),
        speed_(input.reference_speed), has_walltimes_(input.parameters.text("walltimes") == "exact"),
        arrivals_(input.random.stream("workload.arrivals")), sizes_(input.random.stream("workload.sizes")),
        works_(input.random.stream("workload.work")) {}

  std::optional<Job> next() override {
    if (id_ == jobs_)
      return std::nullopt;
    Task task;
    task.work = boost::random::exponential_distribution<>(1 / work_)(works_);
    task.resources = boost::random::uniform_int_distribution<>(1, max_resources_)(sizes_);
    Job job;
    job.id = id_++;
    job.submitted = submitted_;
    if (has_walltimes_)
      job.walltime = task.work / speed_;
    job.tasks.push_back(task);
    if (interarrival_ > 0)
      submitted_ += boost::random::exponential_distribution<>(1 / interarrival_)(arrivals_);
    return job;
  }
  std::optional<std::int64_t> jobs() const override { return jobs_; }

private:
  std::int64_t jobs_;
  int max_resources_;
  Flops work_;
  Seconds interarrival_;
  FlopsPerSecond speed_;
  bool has_walltimes_;
  RandomStreams::Engine& arrivals_;
  RandomStreams::Engine& sizes_;
  RandomStreams::Engine& works_;
  JobId id_ = 0;
  Seconds submitted_ = 0;
};

} // namespace

MALHA_WORKLOAD(generator_of_sized_jobs<RigidJobs>(
    "rigid_jobs", "rigid parallel jobs; the seed varies interarrival times, sizes and work",
    "textbook: Poisson arrivals, exponential work, uniform sizes",
    {integer("jobs", 100, between(1, 1e9), "count", "jobs"),
     integer("max_resources", 4, between(1, 1e6), "count", "sizes are drawn uniformly from 1 to this"),
     real("work", 1e12, above(0), "flop", "mean work on each resource, exponential"),
     real("interarrival", 600, at_least(0), "s",
          "mean time between submissions, exponential; 0: all at once"),
     choice("walltimes", "none", {"none", "exact"}, "jobs have no walltimes, or those of their run times")}))

} // namespace malha
