// SPDX-License-Identifier: MIT
// Bags of independent tasks: each bag is cut into tasks until they add up to its total work.
#include "policies/sdk/amounts.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/workload.hpp"

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

namespace malha {
namespace {

class Bags : public JobSource {
public:
  Bags(const Parameters& parameters, RandomStreams& random)
      : bags_(parameters.integer("bags")), total_(parameters.real("total")), mean_(parameters.real("mean")),
        half_width_(mean_ * (parameters.real("variation") / 200)), input_(parameters.real("input")),
        interarrival_(parameters.real("interarrival")), submitted_(parameters.real("submission")),
        works_(random.stream("workload.work")), arrivals_(random.stream("workload.arrivals")) {
    if (total_ / mean_ > most_tasks_of_a_bag)
      throw InputError("workload 'bags': parameter 'total' cannot be '" + parameters.text("total") +
                       "' with mean " + parameters.text("mean") + "; valid: at most " +
                       shortest(most_tasks_of_a_bag * mean_) + ", for " + shortest(most_tasks_of_a_bag) +
                       " tasks");
  }

  std::optional<Job> next() override {
    if (id_ == bags_)
      return std::nullopt;
    Job bag;
    bag.id = id_++;
    bag.submitted = submitted_;
    const auto works = amounts_of(total_, [this] { return draw_work(); });
    bag.tasks.reserve(works.size());
    for (const auto work : works) {
      Task task;
      task.id = static_cast<TaskId>(bag.tasks.size());
      task.work = work;
      task.input = input_;
      bag.tasks.push_back(task);
    }
    if (interarrival_ > 0)
      submitted_ += boost::random::exponential_distribution<>(1 / interarrival_)(arrivals_);
    return bag;
  }
  std::optional<std::int64_t> jobs() const override { return bags_; }

private:
  Flops draw_work() {
    return half_width_ > 0
               ? boost::random::uniform_real_distribution<>(mean_ - half_width_, mean_ + half_width_)(works_)
               : mean_;
  }

  std::int64_t bags_;
  Flops total_, mean_, half_width_;
  Bytes input_;
  Seconds interarrival_, submitted_;
  RandomStreams::Engine& works_;
  RandomStreams::Engine& arrivals_;
  JobId id_ = 0;
};

} // namespace

MALHA_WORKLOAD(workload_generator<Bags>(
    "bags",
    "bags of independent tasks of the same total work, with as many tasks as that makes; the seed varies "
    "their work when variation is above 0, and times between bags, each apart",
    "the applications of GridTS: U(m (1 - v/2), m (1 + v/2)) until the sum is 6000000, the last one "
    "trimmed",
    {real("total", 6e6, above(0), "flop", "work of all tasks of a bag together"),
     real("mean", 10000, above(0), "flop", "mean work of a task"),
     real("variation", 0, between(0, 199), "%",
          "width of the interval around the mean from which works are drawn uniformly, in percent of "
          "the mean"),
     integer("bags", 1, between(1, 1e9), "count", "bags"),
     real("interarrival", 0, at_least(0), "s",
          "mean time between submissions of bags, exponential; 0: all at once"),
     real("input", 0, between(0, 1e15), "B", "input data of each task"),
     real("submission", 0, at_least(0), "s", "date of submission of the first bag")}))

} // namespace malha
