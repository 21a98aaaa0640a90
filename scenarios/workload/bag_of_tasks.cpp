// SPDX-License-Identifier: MIT
// One bag of independent tasks. Their works are equal, or uniform around their mean.
#include "policies/sdk/workload.hpp"

#include <boost/random/uniform_real_distribution.hpp>

namespace malha {
namespace {

class BagOfTasks : public JobSource {
public:
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
  std::optional<std::int64_t> jobs() const override { return 1; }

private:
  std::int64_t tasks_;
  Flops work_;
  double spread_;
  Bytes input_;
  Seconds submission_;
  RandomStreams::Engine& works_;
  bool given_ = false;
};

} // namespace

MALHA_WORKLOAD(workload_generator<BagOfTasks>(
    "bag_of_tasks", "one bag of independent tasks; the seed varies their work when spread is above 0",
    "tonelli2010, section 5.1 (spread 0)",
    {integer("tasks", 100, between(1, most_tasks_of_a_bag), "count", "tasks of the bag"),
     real("work", 5e9, above(0), "flop", "work of a task, the mean when spread is above 0"),
     real("spread", 0, between(0, 0.99), "1",
          "work is drawn uniformly from work*(1-spread) to work*(1+spread)"),
     real("input", 0, between(0, 1e15), "B", "input data of each task"),
     real("submission", 0, at_least(0), "s", "date of submission")}))

} // namespace malha
