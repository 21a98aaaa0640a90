// SPDX-License-Identifier: MIT
// The real models, actors and policies against the plain reference, on random instances, to the last digit.
#include "examples.hpp"
#include "instances.hpp"
#include "model_run.hpp"
#include "policies/sdk/numbers.hpp"
#include "real_run.hpp"
#include "scenarios/runner/processes/workers.hpp"
#include "shrinking.hpp"
#include "tests/support/scaled.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace malha::testing {
namespace differential_test {

const std::uint64_t instances = scaled<std::uint64_t>(1000);
/// Of those whose model has met all instances without the program around it.
const std::uint64_t instances_of_the_program = scaled<std::uint64_t>(200);

/// Both sides of a comparison under a seed.
struct Compared {
  std::string name;
  std::function<ReferenceSchedule(const ReferenceInstance&, std::uint64_t seed)> reference;
  std::function<RealSchedule(const ReferenceInstance&, std::uint64_t seed)> real;
  bool has_model = false;    ///< `real` runs it in this process; otherwise a run takes a process of its own
  bool plans_crashes = true; ///< knows their dates; otherwise sees them when SimGrid's clock shows them
  std::uint64_t instances = differential_test::instances;
};

/// Whether a crash and something else happen at dates that differ, and by less than SimGrid's clock resolves:
/// resources that are actors of their own see the two at once, in some order.
bool is_beyond_the_clock(const ReferenceInstance& instance, const ReferenceSchedule& schedule) {
  constexpr Seconds precision = 1e-9; // surf/precision
  std::vector<Seconds> crashes, dates;
  for (const auto& crash : instance.crashes) {
    crashes.push_back(crash.date);
    dates.push_back(crash.date);
    crashes.push_back(crash.date + instance.detection_delay);
    dates.push_back(crash.date + instance.detection_delay);
  }
  for (const auto& bag : instance.bags)
    dates.push_back(bag.submitted);
  for (const auto& attempt : schedule.attempts)
    dates.insert(dates.end(), {attempt.start, attempt.end});
  std::sort(dates.begin(), dates.end());
  return std::any_of(crashes.begin(), crashes.end(), [&](Seconds crash) {
    const auto after = std::lower_bound(dates.begin(), dates.end(), crash - 2 * precision);
    return std::any_of(after, std::upper_bound(after, dates.end(), crash + 2 * precision),
                       [&](Seconds date) { return date != crash; });
  });
}

Settings parameters_of(ReferenceBrokerPolicy::Kind kind, std::uint64_t seed) {
  if (kind != ReferenceBrokerPolicy::wqr)
    return {};
  return {{"replicas", std::to_string(random_policy(kind, seed).replicas)}};
}

/// A policy in the model of the broker.
Compared in_the_model(const std::string& name, ReferenceBrokerPolicy::Kind kind) {
  return {name,
          [kind](const ReferenceInstance& instance, std::uint64_t seed) {
            return reference_schedule(instance, random_policy(kind, seed));
          },
          [name, kind](const ReferenceInstance& instance, std::uint64_t seed) {
            return model_schedule(instance, "broker/" + name, parameters_of(kind, seed));
          },
          true};
}

/// The same with actors, in the whole program.
Compared in_the_program(const std::string& name, ReferenceBrokerPolicy::Kind kind) {
  auto compared = in_the_model(name, kind);
  compared.real = [name, kind](const ReferenceInstance& instance, std::uint64_t seed) {
    return real_schedule(instance, {{"broker/broker",
                                     "@role=master",
                                     {{"detection_delay", shortest(instance.detection_delay)}},
                                     "broker/" + name,
                                     parameters_of(kind, seed)},
                                    {"broker/worker", "@role=worker"}});
  };
  compared.has_model = false;
  compared.instances = instances_of_the_program;
  return compared;
}

Settings settings_of(const ReferencePullPolicy& policy) {
  return {{"nc", std::to_string(policy.classes)},
          {"bounds", policy.bounds == ReferencePullPolicy::quantile ? "quantile" : "equal_width"}};
}

Settings checkpoints_of(const ReferencePullPolicy& policy) {
  return {{"checkpoint", policy.checkpoint ? "on" : "off"},
          {"checkpoint_interval", shortest(policy.interval)},
          {"checkpoint_cost", shortest(policy.cost)}};
}

/// `lookahead`: whether the broker leads the resources, or all are actors of SimGrid.
Compared pull(const std::string& name, const std::string& lookahead) {
  return {
      name,
      [](const ReferenceInstance& instance, std::uint64_t seed) {
        return reference_schedule(instance, random_policy(seed));
      },
      [lookahead](const ReferenceInstance& instance, std::uint64_t seed) {
        const auto policy = random_policy(seed);
        const RealDeployment deployment{
            {"tuple_space/space", "@role=master", {{"detection_delay", shortest(instance.detection_delay)}}},
            {"tuple_space/broker", "@role=master", {}, "pull/ticket_classes", settings_of(policy)},
            {"tuple_space/resource", "@role=worker", checkpoints_of(policy), "pull/ticket_classes",
             settings_of(policy)}};
        return real_schedule(instance, deployment, lookahead);
      },
      false, false};
}

Compared pull_in_the_model() {
  auto compared = pull("ticket_classes_model", "on");
  compared.real = [](const ReferenceInstance& instance, std::uint64_t seed) {
    return pull_model_schedule(instance, settings_of(random_policy(seed)), random_policy(seed));
  };
  compared.has_model = true;
  return compared;
}

/// Of a task that ended.
Attempts attempts_of_ended(const ReferenceSchedule& schedule) {
  Attempts found;
  for (const ReferenceAttempt& attempt : schedule.attempts)
    if (schedule.ended_by[attempt.task])
      found.push_back(attempt);
  return found;
}

double count(const ReferenceSchedule& schedule, ReferenceOutcome outcome) {
  return static_cast<double>(
      std::count_if(schedule.attempts.begin(), schedule.attempts.end(),
                    [outcome](const ReferenceAttempt& attempt) { return attempt.outcome == outcome; }));
}

/// The first that differ; "" when none do.
std::string difference(const Attempts& found, const Attempts& expected) {
  std::ostringstream said;
  const auto [one, other] = std::mismatch(found.begin(), found.end(), expected.begin(), expected.end());
  if (one != found.end())
    said << "found " << *one << "; ";
  if (other != expected.end())
    said << "expected " << *other;
  return said.str();
}

std::string difference(const RealSchedule& found, const ReferenceSchedule& expected) {
  std::ostringstream said;
  said << difference(found.attempts, attempts_of_ended(expected));
  if (found.unended != expected.unended.size())
    said << "; found " << found.unended << " tasks unended, expected " << expected.unended.size();
  if (found.lost != count(expected, ReferenceOutcome::lost))
    said << "; found " << found.lost << " lost, expected " << count(expected, ReferenceOutcome::lost);
  if (found.cancelled != count(expected, ReferenceOutcome::cancelled))
    said << "; found " << found.cancelled << " cancelled, expected "
         << count(expected, ReferenceOutcome::cancelled);
  return said.str().empty() ? "" : said.str() + " (" + found.message + ")";
}

void PrintTo(const Compared& compared, std::ostream* out) { *out << compared.name; }

/// The outcome's message is what differs, or how the run failed; it is empty when all agrees.
using Judged = std::function<void(std::size_t item, const Outcome& outcome)>;

/// Each instance under the seed beside it; without a model in a process of its own.
void compare(const Compared& compared, const std::vector<std::pair<std::uint64_t, ReferenceInstance>>& all,
             const Judged& judged) {
  const auto compare_one = [&compared](std::uint64_t seed, const ReferenceInstance& instance) {
    Outcome outcome;
    outcome.message = difference(compared.real(instance, seed), compared.reference(instance, seed));
    return outcome;
  };
  if (compared.has_model) {
    for (std::size_t i = 0; i < all.size(); ++i)
      judged(i, compare_one(all[i].first, all[i].second));
    return;
  }
  std::vector<WorkItem> items;
  for (const auto& [seed, instance] : all)
    items.push_back({std::to_string(seed), [&compare_one, seed = seed, &instance = instance] {
                       return compare_one(seed, instance);
                     }});
  constexpr int workers = 2;
  constexpr Seconds time_limit = 5;
  run_workers(items, {workers, time_limit}, judged);
}

std::string difference_of(const Compared& compared, const ReferenceInstance& instance, std::uint64_t seed) {
  std::string found;
  compare(compared, {{seed, instance}},
          [&found](std::size_t, const Outcome& outcome) { found = outcome.message; });
  return found;
}

/// What differs on a small instance that was made from a large one.
std::string small_difference(const Compared& compared, const ReferenceInstance& large, std::uint64_t seed) {
  const ReferenceInstance least = shrunk(large, [&compared, seed](const ReferenceInstance& instance) {
    return !difference_of(compared, instance, seed).empty();
  });
  std::ostringstream said;
  said << "seed " << seed << ": " << least << ": " << difference_of(compared, least, seed);
  return said.str();
}

/// On an instance for each seed.
void expect_agreement(const Compared& compared,
                      const std::function<ReferenceInstance(std::uint64_t seed)>& instance_of) {
  open_plugins();
  std::vector<std::pair<std::uint64_t, ReferenceInstance>> all;
  std::size_t left_out = 0;
  for (std::uint64_t seed = 1; all.size() < compared.instances; ++seed) {
    auto instance = instance_of(seed);
    if (!compared.plans_crashes && is_beyond_the_clock(instance, compared.reference(instance, seed)))
      ++left_out;
    else
      all.emplace_back(seed, std::move(instance));
  }
  EXPECT_LT(left_out, compared.instances / 10);
  std::vector<std::size_t> different;
  compare(compared, all, [&](std::size_t item, const Outcome& outcome) {
    if (outcome.status != Status::done) // it may hang, as would many of those tried to make it smaller
      ADD_FAILURE() << "seed " << all[item].first << ": " << all[item].second << ": " << outcome.message;
    else if (!outcome.message.empty())
      different.push_back(item);
  });
  EXPECT_EQ(different.size(), 0u) << "of " << all.size() << " instances differ";
  constexpr std::size_t shown = 3;
  for (std::size_t i = 0; i < std::min(shown, different.size()); ++i)
    ADD_FAILURE() << small_difference(compared, all[different[i]].second, all[different[i]].first);
}

std::string name_of(const ::testing::TestParamInfo<Compared>& one) { return one.param.name; }

class Differential : public ::testing::TestWithParam<Compared> {};

TEST_P(Differential, ProgramAndReferenceAgreeToTheLastDigit) {
  expect_agreement(GetParam(), [](std::uint64_t seed) { return InstanceMaker(seed).sound(); });
}

TEST_P(Differential, ProgramAndReferenceAgreeToTheLastDigitUnderCrashes) {
  expect_agreement(GetParam(), [](std::uint64_t seed) { return InstanceMaker(seed).crashing(); });
}

class ModelDifferential : public ::testing::TestWithParam<Compared> {};

TEST_P(ModelDifferential, ModelAndReferenceAgreeToTheLastDigit) {
  expect_agreement(GetParam(), [](std::uint64_t seed) { return InstanceMaker(seed).sound(); });
}

TEST_P(ModelDifferential, ModelAndReferenceAgreeToTheLastDigitUnderCrashes) {
  expect_agreement(GetParam(), [](std::uint64_t seed) { return InstanceMaker(seed).crashing(); });
}

/// Each push policy.
std::vector<Compared> all_pushing(Compared (*compared)(const std::string& name,
                                                       ReferenceBrokerPolicy::Kind kind)) {
  using Kind = ReferenceBrokerPolicy::Kind;
  return {compared("workqueue", Kind::workqueue), compared("wqr", Kind::wqr),
          compared("mftf", Kind::mftf),           compared("dynamic_fpltf", Kind::dynamic_fpltf),
          compared("max_min", Kind::max_min),     compared("min_min", Kind::min_min),
          compared("sufferage", Kind::sufferage)};
}

INSTANTIATE_TEST_SUITE_P(Broker, ModelDifferential, ::testing::ValuesIn(all_pushing(in_the_model)), name_of);
INSTANTIATE_TEST_SUITE_P(Broker, Differential, ::testing::ValuesIn(all_pushing(in_the_program)), name_of);
INSTANTIATE_TEST_SUITE_P(Pull, ModelDifferential, ::testing::Values(pull_in_the_model()), name_of);
INSTANTIATE_TEST_SUITE_P(Pull, Differential,
                         ::testing::Values(pull("ticket_classes", "on"), pull("ticket_classes_off", "off")),
                         name_of);

} // namespace differential_test
} // namespace malha::testing
