// SPDX-License-Identifier: MIT
#include "policies/cluster/checkpoint.hpp"

#include "scenarios/runner/conformance/views.hpp"

namespace malha::conformance {
namespace {

/// A job that starts some time after the one before. An answer is an interval.
class StartingJob {
public:
  using Question = cluster::Checkpoint;

  void fields(Fields& field, Draw& draw) {
    field("after", after_, from(0, 1e9), draw.integer(0, 1000));
    field("size", job_.size, from(1), draw.one_in(3) ? 1 : draw.integer(1, 10000));
    field("walltime", job_.walltime, from(1), draw.one_in(3) ? never : draw.integer(1, 1000000));
    field("restarts", restarts_, draw.one_in(2) ? 0 : draw.integer(1, 20));
    field("cost", cost_, from(1e-3, 1e9),
          draw.once("cost", [&] { return draw.one_in(4) ? 0.5 : draw.integer(1, 5000); }));
    field("restart", restart_, from(0, 1e9), draw.once("restart", [&] { return draw.integer(0, 5000); }));
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
