// SPDX-License-Identifier: MIT
#include "policies/cluster/checkpoint.hpp"

#include "scenarios/runner/conformance/views.hpp"

namespace malha::conformance {
namespace {

/// A job that starts some time after the one before. An answer is an interval.
class StartingJob {
public:
  using Question = cluster::Checkpoint;

  explicit StartingJob(const Json& view) {
    const Part all(view, {"after", "size", "walltime", "restarts", "cost", "restart"});
    after_ = all.real("after", 0, 0, 1e9);
    job_.size = all.integer("size", 1, 1);
    job_.walltime = all.real("walltime", never, 1);
    restarts_ = all.integer("restarts", 0, 0);
    cost_ = all.real("cost", 60, 1e-3, 1e9);
    restart_ = all.real("restart", 0, 0, 1e9);
  }

  static Json draw(Draw& draw) {
    return {{"after", draw.integer(0, 1000)},
            {"size", draw.one_in(3) ? 1 : draw.integer(1, 10000)},
            {"walltime", number(draw.one_in(3) ? never : draw.integer(1, 1000000))},
            {"restarts", draw.one_in(2) ? 0 : draw.integer(1, 20)},
            {"cost", draw.once("cost", [&] { return draw.one_in(4) ? 0.5 : draw.integer(1, 5000); })},
            {"restart", draw.once("restart", [&] { return draw.integer(0, 5000); })}};
  }

  Json ask(cluster::Checkpoint& policy, Asking& asking) const {
    asking.stays("the cost of a checkpoint", cost_);
    asking.stays("the cost of a restart", restart_);
    asking.clock += after_;
    auto job = job_;
    job.submitted = asking.clock;
    const Seconds interval = asking.ask([&] {
      return policy.interval({asking.clock, job, restarts_, cost_, restart_});
    });
    if (interval > 0 && interval < never)
      asking.shows(Trait::resumed_work, "jobs leave checkpoints, from which they go on");
    return number(interval);
  }

  std::string broken_rule(const Json& interval) const {
    if (interval == "nan")
      return "the interval is no number";
    const bool is_above_0 = interval == "never" || (interval.is_number() && interval.get<double>() > 0);
    return is_above_0 ? "" : "the interval is not above 0";
  }

private:
  Seconds after_ = 0, cost_ = 60, restart_ = 0;
  cluster::QueuedJob job_;
  int restarts_ = 0;
};

} // namespace

MALHA_VIEWS(views<StartingJob>())

} // namespace malha::conformance
