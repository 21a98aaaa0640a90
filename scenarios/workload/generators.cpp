// SPDX-License-Identifier: MIT
#include "readers.hpp"

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

namespace malha {
namespace {

class BagOfTasks : public JobSource {
public:
  explicit BagOfTasks(const WorkloadInput& input) : BagOfTasks(input.parameters, input.random) {}
  BagOfTasks(const Parameters& parameters, RandomStreams& random)
      : tasks_(parameters.integer("tasks")), work_(parameters.real("work")),
        spread_(parameters.real("spread")), input_(parameters.real("input")),
        submission_(parameters.real("submission")), works_(random.stream("workload.work")) {}

  std::optional<Job> next() override {
    if (given_)
      return std::nullopt;
    given_ = true;
    Job bag;
    bag.submitted = submission_;
    for (TaskId id = 0; id < tasks_; ++id) {
      Task task;
      task.id = id;
      task.work = spread_ > 0 ? boost::random::uniform_real_distribution<>(work_ * (1 - spread_),
                                                                           work_ * (1 + spread_))(works_)
                              : work_;
      task.input = input_;
      bag.tasks.push_back(task);
    }
    return bag;
  }

private:
  std::int64_t tasks_;
  Flops work_;
  double spread_;
  Bytes input_;
  Seconds submission_;
  RandomStreams::Engine& works_;
  bool given_ = false;
};

class RigidJobs : public JobSource {
public:
  explicit RigidJobs(const WorkloadInput& input) : RigidJobs(input.parameters, input.random) {}
  RigidJobs(const Parameters& parameters, RandomStreams& random)
      : jobs_(parameters.integer("jobs")),
        max_resources_(static_cast<int>(parameters.integer("max_resources"))), work_(parameters.real("work")),
        interarrival_(parameters.real("interarrival")), arrivals_(random.stream("workload.arrivals")),
        sizes_(random.stream("workload.sizes")), works_(random.stream("workload.work")) {}

  std::optional<Job> next() override {
    if (id_ == jobs_)
      return std::nullopt;
    Task task;
    task.work = boost::random::exponential_distribution<>(1 / work_)(works_);
    task.resources = boost::random::uniform_int_distribution<>(1, max_resources_)(sizes_);
    Job job;
    job.id = id_++;
    job.submitted = submitted_;
    job.tasks.push_back(task);
    if (interarrival_ > 0)
      submitted_ += boost::random::exponential_distribution<>(1 / interarrival_)(arrivals_);
    return job;
  }

private:
  std::int64_t jobs_;
  int max_resources_;
  Flops work_;
  Seconds interarrival_;
  RandomStreams::Engine& arrivals_;
  RandomStreams::Engine& sizes_;
  RandomStreams::Engine& works_;
  JobId id_ = 0;
  Seconds submitted_ = 0;
};

template <class Source>
std::unique_ptr<JobSource> make(const WorkloadInput& input) {
  return std::make_unique<Source>(input);
}

} // namespace

const std::vector<WorkloadGenerator>& workload_generators() {
  static const std::vector<WorkloadGenerator> generators{
      {"bag_of_tasks",
       "one bag of independent tasks; the seed varies their work when spread is above 0",
       "tonelli2010, section 5.1 (spread 0)",
       {integer("tasks", 100, between(1, most_tasks_of_a_bag), "count", "tasks of the bag"),
        real("work", 5e9, above(0), "flop", "work of a task, the mean when spread is above 0"),
        real("spread", 0, between(0, 0.99), "1",
             "work is drawn uniformly from work*(1-spread) to work*(1+spread)"),
        real("input", 0, between(0, 1e15), "B", "input data of each task"),
        real("submission", 0, at_least(0), "s", "date of submission")},
       make<BagOfTasks>},
      {"rigid_jobs",
       "rigid parallel jobs; the seed varies interarrival times, sizes and work",
       "textbook: Poisson arrivals, exponential work, uniform sizes",
       {integer("jobs", 100, between(1, 1e9), "count", "jobs"),
        integer("max_resources", 4, between(1, 1e6), "count", "sizes are drawn uniformly from 1 to this"),
        real("work", 1e12, above(0), "flop", "mean work on each resource, exponential"),
        real("interarrival", 600, at_least(0), "s",
             "mean time between submissions, exponential; 0: all at once")},
       make<RigidJobs>},
      bags_generator(),
      lublin_generator(),
      oscar_generator(),
  };
  return generators;
}

} // namespace malha
