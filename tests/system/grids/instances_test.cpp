// SPDX-License-Identifier: MIT
// That random instances are as hard as they are meant to be: what a comparison has to meet occurs in them.
#include "examples.hpp"
#include "instances.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace malha::testing {
namespace instances_test {

/// Of the instances that a comparison under a thousand seeds sees.
int count(const std::function<bool(const ReferenceInstance&)>& holds) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed)
    found += holds(random_instance(seed)) ? 1 : 0;
  return found;
}

int count(const std::function<bool(const ReferenceInstance&, const ReferenceAttempt&)>& holds) {
  return count([&holds](const ReferenceInstance& instance) {
    const auto made = reference_schedule(instance, ReferenceBrokerPolicy{ReferenceBrokerPolicy::workqueue});
    return std::any_of(made.attempts.begin(), made.attempts.end(),
                       [&](const ReferenceAttempt& attempt) { return holds(instance, attempt); });
  });
}

std::size_t tasks(const ReferenceInstance& instance) {
  std::size_t sum = 0;
  for (const ReferenceBag& bag : instance.bags)
    sum += bag.works.size();
  return sum;
}

TEST(RandomInstance, HasSizesFromTheLeastToTheGreatest) {
  std::set<std::size_t> resources, bags, all_tasks;
  count([&](const ReferenceInstance& instance) {
    resources.insert(instance.speeds.size());
    bags.insert(instance.bags.size());
    all_tasks.insert(tasks(instance));
    return true;
  });
  EXPECT_EQ(resources, (std::set<std::size_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
  EXPECT_EQ(bags, (std::set<std::size_t>{1, 2, 3}));
  EXPECT_EQ(*all_tasks.begin(), 1u);
  EXPECT_EQ(*all_tasks.rbegin(), 60u);
}

// Each occurs in 20 of 1000 at least, so that each policy meets it often.
constexpr int often = 20;

TEST(RandomInstance, CrashesNoneSomeAndAll) {
  EXPECT_GE(count([](const ReferenceInstance& one) { return one.crashes.empty(); }), 500);
  EXPECT_GE(count([](const ReferenceInstance& one) {
              return !one.crashes.empty() && one.crashes.size() < one.speeds.size();
            }),
            10 * often);
  EXPECT_GE(count([](const ReferenceInstance& one) { return one.crashes.size() == one.speeds.size(); }),
            often);
  EXPECT_GE(
      count([](const ReferenceInstance& one) { return one.detection_delay > 0 && !one.crashes.empty(); }),
      often);
}

TEST(RandomInstance, CrashesWhatEndsAtThatDate) {
  EXPECT_GE(count([](const ReferenceInstance& instance, const ReferenceAttempt& attempt) {
              return std::any_of(instance.crashes.begin(), instance.crashes.end(),
                                 [&attempt](const ReferenceCrash& crash) {
                                   return crash.resource == attempt.resource && crash.date == attempt.end &&
                                          attempt.outcome == ReferenceOutcome::completed;
                                 });
            }),
            often);
}

TEST(RandomInstance, SubmitsWhereSomethingEnds) {
  EXPECT_GE(count([](const ReferenceInstance& instance, const ReferenceAttempt& attempt) {
              return std::any_of(
                  instance.bags.begin(), instance.bags.end(),
                  [&attempt](const ReferenceBag& bag) { return bag.submitted == attempt.end; });
            }),
            often);
}

TEST(RandomInstance, DetectsWhereSomethingEnds) {
  EXPECT_GE(count([](const ReferenceInstance& instance, const ReferenceAttempt& attempt) {
              return instance.detection_delay > 0 &&
                     std::any_of(instance.crashes.begin(), instance.crashes.end(),
                                 [&](const ReferenceCrash& crash) {
                                   return crash.date + instance.detection_delay == attempt.end;
                                 });
            }),
            often);
}

} // namespace instances_test
} // namespace malha::testing
