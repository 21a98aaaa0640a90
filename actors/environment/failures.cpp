// SPDX-License-Identifier: MIT
#include "actors/runtime/simgrid/planned_crashes.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/sleepers.hpp"
#include "failing_hosts.hpp"
#include "failure_plan.hpp"

#include <map>
#include <optional>

namespace malha::environment {
namespace {

namespace s4u = simgrid::s4u;

/// Turns hosts off when they fail, and on again when they are repaired. What is drawn depends on the platform
/// and the seed alone, so that all deployments that are compared have the same failures.
class Failures : public Actor {
public:
  explicit Failures(ActorContext& context)
      : context_(context), planned_(PlannedCrashes::of(context.simulation())),
        sleepers_(Sleepers::of(context.simulation())) {
    if (!is_active())
      return;
    if (context.simulation().states().any())
      throw InputError("the platform turns hosts off and on itself, by state profiles; valid: a platform "
                       "without them, or failures.mtbf=0");
    hosts_ = hosts_that_fail(context, "failures", "failures.mtbf=0", true);
    for (const auto* host : hosts_) // a rack may take it earlier than its own next failure
      planned_.plan(*host, never, PlannedCrashes::End::recovers);
    plan_.emplace(model(), streams());
    next_ = plan_->next();
    if (next_)
      sleepers_.sleeps_until(*this, next_->date);
  }

  bool is_active() const override { return context_.parameters().real("mtbf") > 0; }

  void run() override {
    for (; next_; next_ = plan_->next()) {
      sleepers_.sleep_until(*this, next_->date);
      auto* host = hosts_[next_->host];
      if (next_->is_on) {
        planned_.plan_next(*host, never);
        planned_.plan_recovery(*host, next_->date);
        host->turn_on();
      } else {
        planned_.plan_next(*host, next_->date);
        host->turn_off();
      }
    }
    sleepers_.ends(*this);
  }

private:
  FailureModel model() const {
    const auto& given = context_.parameters();
    return {WeibullTimes(given.real("mtbf"), given.real("shape")),
            WeibullTimes(given.real("mttr"), given.real("repair_shape")), racks(),
            given.real("rack_share") / 100, given.real("horizon")};
  }

  /// The rack of each host: hosts whose property `rack_property` has one value, or else `rack` in a row.
  std::vector<std::size_t> racks() const {
    const auto size = static_cast<std::size_t>(context_.parameters().integer("rack"));
    const auto& property = context_.parameters().text("rack_property");
    std::map<std::string, std::size_t> named;
    std::vector<std::size_t> racks;
    for (std::size_t number = 0; number < hosts_.size(); ++number) {
      if (property.empty()) {
        racks.push_back(number / size);
        continue;
      }
      const char* name = hosts_[number]->get_property(property);
      if (name == nullptr)
        throw InputError("failures.rack_property is '" + property + "', which host '" +
                         hosts_[number]->get_name() + "' does not have; valid: a property of all hosts of " +
                         "failures.hosts");
      racks.push_back(named.emplace(name, named.size()).first->second);
    }
    return racks;
  }

  std::vector<std::reference_wrapper<RandomStreams::Engine>> streams() const {
    std::vector<std::reference_wrapper<RandomStreams::Engine>> streams;
    for (const auto* host : hosts_)
      streams.emplace_back(context_.simulation().random().stream("failures." + host->get_name()));
    return streams;
  }

  ActorContext& context_;
  PlannedCrashes& planned_;
  Sleepers& sleepers_;
  std::vector<s4u::Host*> hosts_;
  std::optional<FailurePlan> plan_;
  std::optional<FailurePlan::Switch> next_;
};

} // namespace

MALHA_ACTOR(
    describe<Failures>("environment/failures",
                       "hosts fail and are repaired again and again, at dates that the seed draws",
                       "docs/workloads.md")
        .takes(
            {real("mtbf", {}, between(0, 1e12), "s",
                  "mean time from the start, or from a repair, to the failure that begins at a host; 0: "
                  "there is none"),
             real("mttr", 3600, above(0), "s", "mean time from a failure to its repair"),
             real("shape", 1, between(0.1, 100), "1",
                  "shape of the Weibull distribution of the times to a failure; 1: exponential"),
             real("repair_shape", 1, between(0.1, 100), "1",
                  "shape of the Weibull distribution of the times to a repair; 1: exponential"),
             real("rack_share", 0, between(0, 100), "%",
                  "share of the failures that take the whole rack of their host"),
             integer("rack", 16, between(1, 1'000'000), "count",
                     "hosts that make a rack, in the order of the hosts"),
             text("rack_property", "",
                  "hosts whose property of this name has the same value make a rack; empty: by `rack`"),
             real("horizon", 1e8, above(0), "s", "no failure begins later"),
             text("hosts", "@role=worker",
                  "hosts that may fail: a host name, a glob or a selector; those of @role=master never do")})
        .is_daemon()
        .keeps_host()
        .is_environment({{Condition::host_fails, "mtbf"}, {Condition::host_recovers, "mtbf"}}))

} // namespace malha::environment
