// SPDX-License-Identifier: MIT
#include "policies/cluster/frequency.hpp"

#include "scenarios/runner/conformance/views.hpp"

#include <algorithm>

namespace malha::conformance {
namespace {

/// A job that starts some time after the one before, on the lowest nodes. An answer is a pstate. Pstates are
/// numbered from 0 in the order in which the view lists them.
class SlowedJob {
public:
  using Question = cluster::Frequency;

  void fields(Fields& field, Draw& draw) {
    field("after", after_, from(0, 1e9), draw.integer(0, 1000));
    field("waited", waited_, from(0, 1e9), draw.one_in(2) ? 0 : draw.integer(1, 5000));
    field("size", job_.size, from(1, 100'000), draw.one_in(3) ? 1 : draw.integer(1, 100));
    field("walltime", job_.walltime, from(1), draw.one_in(4) ? never : draw.integer(1, 100'000));
    field("waiting", waiting_, from(0, 1e9), draw.one_in(2) ? 0 : draw.integer(0, 30));
    field("idle", idle_, from(0, 1e9), draw.integer(0, 100));
    levels_.resize(draw.count(1, 5));
    const int platform = draw.one_in(3) ? draw.integer(0, static_cast<int>(levels_.size()) - 1) : 0;
    field("platform", platform_, from(0, 1e6), platform);
    int place = 0;
    field.list("levels", levels_, [&](Fields& of_level, cluster::FrequencyLevel& level) {
      of_level("stretch", level.stretch, from(1e-3, 1e6),
               place++ == platform ? 1.0 : draw.integer(1, 16) / 4.0);
      of_level("power", level.power, from(0, 1e9), draw.integer(1, 300));
    });
    const auto at = static_cast<std::size_t>(platform_);
    field.need(at < levels_.size() && !(levels_[at].stretch < 1) && !(levels_[at].stretch > 1),
               "platform is no pstate of stretch 1");
  }

  Json ask(cluster::Frequency& policy, Asking& asking) const {
    asking.clock += after_;
    auto job = job_;
    job.submitted = asking.clock - waited_;
    const IndexSet nodes(0, job.size);
    auto levels = levels_;
    for (std::size_t place = 0; place < levels.size(); ++place)
      levels[place].pstate = static_cast<int>(place);
    std::stable_sort(levels.begin(), levels.end(),
                     [](const auto& one, const auto& other) { return one.stretch < other.stretch; });
    const int pstate = asking.ask([&] {
      return policy.pstate({asking.clock, job, nodes, levels, platform_, idle_, waiting_});
    });
    if (!policy.changes_any() && pstate != platform_)
      throw BrokenRule("it says that all jobs run at the pstate of the platform, and this one does not");
    return pstate;
  }

  std::string broken_rule(const Json& pstate) const {
    const bool is_there =
        pstate.is_number_integer() && pstate >= 0 && pstate < static_cast<std::int64_t>(levels_.size());
    return is_there ? "" : "the pstate is none of the levels";
  }

private:
  Seconds after_ = 0, waited_ = 0;
  cluster::QueuedJob job_;
  int waiting_ = 0, platform_ = 0;
  Watts idle_ = 0;
  std::vector<cluster::FrequencyLevel> levels_{1};
};

} // namespace

MALHA_VIEWS(views<SlowedJob>())

} // namespace malha::conformance
