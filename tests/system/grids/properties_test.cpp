// SPDX-License-Identifier: MIT
// What must hold of the reference on random instances, whatever it decides.
#include "examples.hpp"
#include "instances.hpp"
#include "tests/support/scaled.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

namespace malha::testing {
namespace properties_test {

const std::uint64_t instances = scaled<std::uint64_t>(1000);
constexpr Seconds never = std::numeric_limits<Seconds>::infinity();

using Kind = ReferenceBrokerPolicy::Kind;

/// One that is run on an instance under that seed.
struct Simulated {
  std::string name;
  std::function<ReferenceSchedule(const ReferenceInstance&, std::uint64_t seed)> run;
  std::function<int(std::uint64_t seed)> replicas;
};

Simulated broker(const std::string& name, Kind kind) {
  return {name,
          [kind](const ReferenceInstance& instance, std::uint64_t seed) {
            return reference_schedule(instance, random_policy(kind, seed));
          },
          [kind](std::uint64_t seed) { return random_policy(kind, seed).replicas; }};
}

Simulated pull() {
  return {"pull",
          [](const ReferenceInstance& instance, std::uint64_t seed) {
            return reference_schedule(instance, random_policy(seed));
          },
          [](std::uint64_t) { return 1; }};
}

/// One simulation with what it was made of.
struct Case {
  ReferenceInstance instance;
  ReferenceSchedule schedule;
  int replicas;

  Flops work(std::size_t task) const {
    for (const ReferenceBag& bag : instance.bags) {
      if (task < bag.works.size())
        return bag.works[task];
      task -= bag.works.size();
    }
    throw std::logic_error("no such task");
  }
  Seconds submission(std::size_t task) const {
    for (const ReferenceBag& bag : instance.bags) {
      if (task < bag.works.size())
        return bag.submitted;
      task -= bag.works.size();
    }
    throw std::logic_error("no such task");
  }
  std::size_t tasks() const { return schedule.ended_by.size(); }
  Seconds crash(std::size_t resource) const {
    for (const ReferenceCrash& one : instance.crashes)
      if (one.resource == resource)
        return one.date;
    return never;
  }
  bool is_all_lost() const { return instance.crashes.size() == instance.speeds.size(); }
  Attempts of_resource(std::size_t resource) const {
    return chosen([resource](const ReferenceAttempt& one) { return one.resource == resource; });
  }
  Attempts of_task(std::size_t task) const {
    return chosen([task](const ReferenceAttempt& one) { return one.task == task; });
  }
  Attempts chosen(const std::function<bool(const ReferenceAttempt&)>& wanted) const {
    Attempts found;
    std::copy_if(schedule.attempts.begin(), schedule.attempts.end(), std::back_inserter(found), wanted);
    return found;
  }
};

class Properties : public ::testing::TestWithParam<Simulated> {
protected:
  void check(const std::function<void(const Case&)>& holds) const {
    for (std::uint64_t seed = 1; seed <= instances && !HasFatalFailure(); ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      const ReferenceInstance instance = random_instance(seed);
      holds({instance, GetParam().run(instance, seed), GetParam().replicas(seed)});
    }
  }
};

using PropertiesOfTheEager = Properties;

TEST_P(Properties, EachTaskEndsOnceUnlessAllResourcesAreDown) {
  check([](const Case& one) {
    for (std::size_t task = 0; task < one.tasks(); ++task) {
      const Attempts attempts = one.of_task(task);
      const auto ends = std::count_if(attempts.begin(), attempts.end(), [](const ReferenceAttempt& attempt) {
        return attempt.outcome == ReferenceOutcome::completed;
      });
      ASSERT_LE(ends, 1) << task;
      ASSERT_TRUE(ends == 1 || one.is_all_lost()) << task;
    }
  });
}

TEST_P(Properties, AResourceRunsOneTaskAtATime) {
  check([](const Case& one) {
    for (std::size_t resource = 0; resource < one.instance.speeds.size(); ++resource) {
      Seconds free = 0;
      for (const ReferenceAttempt& attempt : one.of_resource(resource)) {
        ASSERT_GE(attempt.start, free) << attempt;
        free = attempt.end;
      }
    }
  });
}

TEST_P(Properties, NothingRunsOnAResourceAfterItsCrash) {
  check([](const Case& one) {
    for (const ReferenceAttempt& attempt : one.schedule.attempts) {
      ASSERT_LE(attempt.end, one.crash(attempt.resource)) << attempt;
      ASSERT_TRUE(attempt.start < one.crash(attempt.resource)) << attempt;
      ASSERT_TRUE(attempt.outcome != ReferenceOutcome::lost || attempt.end == one.crash(attempt.resource))
          << attempt;
    }
  });
}

TEST_P(Properties, NothingStartsBeforeItsSubmissionOrAfterItsEnd) {
  check([](const Case& one) {
    for (const ReferenceAttempt& attempt : one.schedule.attempts) {
      ASSERT_GE(attempt.start, one.submission(attempt.task)) << attempt;
      const auto& by = one.schedule.ended_by[attempt.task];
      const bool is_cancelled = attempt.outcome == ReferenceOutcome::cancelled;
      ASSERT_TRUE(by || !is_cancelled) << attempt;
      ASSERT_LE(attempt.end, by ? by->end : never) << attempt;
      ASSERT_TRUE(!is_cancelled || attempt.end == by->end) << attempt;
    }
  });
}

// A sum of some hundred quotients, each rounded, is that exact.
TEST_P(Properties, NoRunIsShorterThanAllWorkOnAllResources) {
  check([](const Case& one) {
    Flops works = 0;
    for (std::size_t task = 0; task < one.tasks(); ++task)
      works += one.schedule.ended_by[task] ? one.work(task) : 0;
    const auto speeds = std::accumulate(one.instance.speeds.begin(), one.instance.speeds.end(), 0.0);
    ASSERT_GE(one.schedule.makespan, works / speeds * (1 - 1e-12));
  });
}

TEST_P(Properties, NoTaskHasMoreCopiesThanReplicas) {
  check([](const Case& one) {
    for (const ReferenceAttempt& attempt : one.schedule.attempts) {
      const auto together = one.chosen([&attempt](const ReferenceAttempt& other) {
        return other.task == attempt.task && other.start <= attempt.start && attempt.start < other.end;
      });
      ASSERT_LE(together.size(), static_cast<std::size_t>(one.replicas)) << attempt;
    }
  });
}

struct Span {
  Seconds from, to;
};

bool overlap(const Span& a, const Span& b) { return std::max(a.from, b.from) < std::min(a.to, b.to); }

/// What is left of [from, to) outside the spans, which are in order of their beginning.
std::vector<Span> gaps(Seconds from, const std::vector<Span>& spans, Seconds to) {
  std::vector<Span> found;
  for (const Span& span : spans) {
    if (from < span.from)
      found.push_back({from, std::min(span.from, to)});
    from = std::max(from, span.to);
  }
  if (from < to)
    found.push_back({from, to});
  return found;
}

std::vector<Span> idle(const Case& one, std::size_t resource) {
  std::vector<Span> runs;
  for (const ReferenceAttempt& attempt : one.of_resource(resource))
    runs.push_back({attempt.start, attempt.end});
  return gaps(0, runs, one.crash(resource));
}

/// A task that was lost waits from when that is known.
std::vector<Span> waits(const Case& one, std::size_t task) {
  std::vector<Span> held;
  for (const ReferenceAttempt& attempt : one.of_task(task))
    held.push_back({attempt.start, attempt.outcome == ReferenceOutcome::lost
                                       ? attempt.end + one.instance.detection_delay
                                       : attempt.end});
  const auto& end = one.schedule.ended_by[task];
  return gaps(one.submission(task), held, end ? end->end : never);
}

/// With a delay, a broker may have given a task to a dead resource, of which there is no attempt.
bool is_seen_in_attempts(const Case& one, const Simulated& simulated) {
  return simulated.name == "pull" || one.instance.detection_delay == 0;
}

TEST_P(PropertiesOfTheEager, NoResourceIsIdleWhileATaskWaits) {
  check([](const Case& one) {
    if (!is_seen_in_attempts(one, GetParam()))
      return;
    for (std::size_t task = 0; task < one.tasks(); ++task)
      for (const Span& wait : waits(one, task))
        for (std::size_t resource = 0; resource < one.instance.speeds.size(); ++resource)
          for (const Span& free : idle(one, resource))
            ASSERT_FALSE(overlap(free, wait)) << "task " << task << ", resource " << resource << ", from "
                                              << free.from << " or " << wait.from;
  });
}

const std::vector<Simulated> all_eager{broker("workqueue", Kind::workqueue), broker("wqr", Kind::wqr),
                                       broker("mftf", Kind::mftf), pull()};
/// They let tasks wait for better resources.
const std::vector<Simulated> all_mapping{broker("dynamic_fpltf", Kind::dynamic_fpltf),
                                         broker("max_min", Kind::max_min), broker("min_min", Kind::min_min),
                                         broker("sufferage", Kind::sufferage)};

std::string name_of(const ::testing::TestParamInfo<Simulated>& one) { return one.param.name; }

INSTANTIATE_TEST_SUITE_P(Eager, Properties, ::testing::ValuesIn(all_eager), name_of);
INSTANTIATE_TEST_SUITE_P(Mapping, Properties, ::testing::ValuesIn(all_mapping), name_of);
INSTANTIATE_TEST_SUITE_P(Eager, PropertiesOfTheEager, ::testing::ValuesIn(all_eager), name_of);

/// Every seed, and what two simulations of its instance come to.
void expect_equal(
    const std::function<Attempts(const ReferenceInstance&, std::uint64_t seed)>& first,
    const std::function<Attempts(const ReferenceInstance&, std::uint64_t seed)>& second,
    const std::function<void(ReferenceInstance&)>& change = [](ReferenceInstance&) {}) {
  for (std::uint64_t seed = 1; seed <= instances; ++seed) {
    ReferenceInstance instance = random_instance(seed);
    change(instance);
    ASSERT_EQ(first(instance, seed), second(instance, seed)) << "seed " << seed;
  }
}

Attempts workqueue(const ReferenceInstance& instance, std::uint64_t) {
  return reference_schedule(instance, ReferenceBrokerPolicy{Kind::workqueue}).attempts;
}

TEST(ReferenceEquality, WqrOfOneCopyIsWorkqueue) {
  expect_equal(workqueue, [](const ReferenceInstance& instance, std::uint64_t) {
    return reference_schedule(instance, ReferenceBrokerPolicy{Kind::wqr, 1}).attempts;
  });
}

// Without delay, and so without tasks for dead resources.
TEST(ReferenceEquality, PullOfOneClassIsWorkqueueWhereCrashesAreKnown) {
  expect_equal(
      workqueue,
      [](const ReferenceInstance& instance, std::uint64_t) {
        return reference_schedule(instance, ReferencePullPolicy{}).attempts;
      },
      [](ReferenceInstance& instance) { instance.detection_delay = 0; });
}

// Tasks of the same work, on the same resources, are all alike: by number, whoever maps them.
TEST(ReferenceEquality, AllThatMapAreWorkqueueWhereAllIsEqual) {
  for (const Kind kind : {Kind::mftf, Kind::dynamic_fpltf, Kind::max_min, Kind::min_min, Kind::sufferage})
    expect_equal(
        workqueue,
        [kind](const ReferenceInstance& instance, std::uint64_t) {
          return reference_schedule(instance, ReferenceBrokerPolicy{kind}).attempts;
        },
        [](ReferenceInstance& instance) {
          instance.detection_delay = 0;
          std::fill(instance.speeds.begin(), instance.speeds.end(), 1);
          for (ReferenceBag& bag : instance.bags)
            std::fill(bag.works.begin(), bag.works.end(), 8);
        });
}

} // namespace properties_test
} // namespace malha::testing
