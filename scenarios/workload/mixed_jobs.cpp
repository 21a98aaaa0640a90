// SPDX-License-Identifier: MIT
// Bags of tasks and rigid jobs of several users, in two Poisson processes that do not depend on each other.
#include "policies/sdk/workload.hpp"

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

#include <algorithm>

namespace malha {
namespace {

/// Dates of a Poisson process whose first event is at 0.
class Arrivals {
public:
  Arrivals(std::int64_t number, Seconds mean, RandomStreams::Engine& draws)
      : number_(number), mean_(mean), draws_(draws) {}

  bool are_over() const { return past_ == number_; }
  std::int64_t past() const { return past_; } ///< events that were taken
  Seconds next() const { return date_; }

  void take() {
    ++past_;
    if (mean_ > 0)
      date_ += boost::random::exponential_distribution<>(1 / mean_)(draws_);
  }

private:
  std::int64_t number_;
  Seconds mean_; ///< time from one to the next; 0: all at once
  RandomStreams::Engine& draws_;
  std::int64_t past_ = 0;
  Seconds date_ = 0;
};

class MixedJobs : public JobSource {
public:
  MixedJobs(const Parameters& given, RandomStreams& random)
      : users_(given.integer("users")), tasks_(given.integer("tasks")), work_(given.real("work")),
        spread_(given.real("spread")), max_resources_(static_cast<int>(given.integer("max_resources"))),
        rigid_work_(given.real("rigid_work")), estimate_speed_(given.real("estimate_speed")),
        bags_(given.integer("bags"), given.real("interarrival"), random.stream("workload.arrivals")),
        rigid_jobs_(given.integer("rigid_jobs"), given.real("rigid_interarrival"),
                    random.stream("workload.rigid_arrivals")),
        works_(random.stream("workload.work")), sizes_(random.stream("workload.rigid_sizes")),
        rigid_works_(random.stream("workload.rigid_work")) {}

  std::optional<Job> next() override {
    if (bags_.are_over() && rigid_jobs_.are_over())
      return std::nullopt;
    const bool is_bag = rigid_jobs_.are_over() || (!bags_.are_over() && bags_.next() <= rigid_jobs_.next());
    Arrivals& arrivals = is_bag ? bags_ : rigid_jobs_;
    Job job;
    job.id = id_++;
    job.submitted = arrivals.next();
    job.user = "user-" + std::to_string(1 + arrivals.past() % users_);
    if (is_bag)
      add_bag(job);
    else
      add_rigid_task(job);
    if (estimate_speed_ > 0)
      job.walltime = most_work(job) / estimate_speed_;
    arrivals.take();
    return job;
  }

private:
  void add_bag(Job& job) {
    for (TaskId id = 0; id < tasks_; ++id) {
      Task& task = job.tasks.emplace_back();
      task.id = id;
      task.work = work_;
      if (spread_ > 0)
        task.work *= boost::random::uniform_real_distribution<>(1 - spread_, 1 + spread_)(works_);
    }
  }

  void add_rigid_task(Job& job) {
    Task& task = job.tasks.emplace_back();
    task.resources = boost::random::uniform_int_distribution<>(2, max_resources_)(sizes_);
    task.work = boost::random::exponential_distribution<>(1 / rigid_work_)(rigid_works_);
  }

  static Flops most_work(const Job& job) {
    const auto most = std::max_element(job.tasks.begin(), job.tasks.end(),
                                       [](const Task& a, const Task& b) { return a.work < b.work; });
    return most->work;
  }

  std::int64_t users_, tasks_;
  Flops work_;
  double spread_;
  int max_resources_;
  Flops rigid_work_;
  FlopsPerSecond estimate_speed_;
  Arrivals bags_, rigid_jobs_;
  RandomStreams::Engine& works_;
  RandomStreams::Engine& sizes_;
  RandomStreams::Engine& rigid_works_;
  JobId id_ = 0;
};

} // namespace

MALHA_WORKLOAD(workload_generator<MixedJobs>(
    "mixed_jobs",
    "bags of tasks, and rigid jobs between them, of several users; the seed varies dates, works and sizes, "
    "and those of the bags do not depend on the rigid jobs",
    "docs/studies/architectures.md",
    {integer("users", 4, between(1, 1e6), "count",
             "the bags belong to user-1, user-2 … in turn, and so do the rigid jobs"),
     integer("bags", 10, between(0, 1e9), "count", "number of bags; the first arrives at 0"),
     integer("tasks", 32, between(1, most_tasks_of_a_bag), "count", "tasks of a bag"),
     real("work", 3e11, above(0), "flop", "work of a task of a bag, the mean when spread is above 0"),
     real("spread", 0.5, between(0, 0.99), "1",
          "work of a task of a bag is drawn uniformly from work*(1-spread) to work*(1+spread)"),
     real("interarrival", 300, at_least(0), "s",
          "mean time between submissions of bags, exponential; 0: all at once"),
     integer("rigid_jobs", 0, between(0, 1e9), "count", "number of rigid jobs; the first arrives at 0"),
     integer("max_resources", 8, between(2, 1e6), "count", "their sizes are drawn uniformly from 2 to this"),
     real("rigid_work", 3e11, above(0), "flop", "their mean work on each resource, exponential"),
     real("rigid_interarrival", 300, at_least(0), "s",
          "mean time between their submissions, exponential; 0: all at once"),
     real("estimate_speed", 0, at_least(0), "flop/s",
          "the walltime of a job is the time of its longest task at this speed; 0: jobs have no walltimes")}))

} // namespace malha
