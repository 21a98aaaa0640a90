// SPDX-License-Identifier: MIT
// What OSEP promises its owners (OSEP, section 3.2.2.3), on random pools: maxt all, owner_share, no crashes,
// and images that cost nothing. Whoever checks stands between the model and the shipped policies.
#include "instances.hpp"
#include "pool_run.hpp"
#include "tests/policies/support/policy_maker.hpp"
#include "tests/support/scaled.hpp"

#include <gtest/gtest.h>

#include <iostream>

namespace malha::testing {
namespace properties_test {

using namespace ownership;

std::size_t place(int number) { return static_cast<std::size_t>(number); }

/// Machines that are owed to users with tasks for them: the sum of min(f, i) over f > 0 and i > 0.
int owed(const PoolView& view) {
  int sum = 0;
  for (const auto& user : view.users)
    if (user.owed() > 0 && user.unserved() > 0)
      sum += std::min(static_cast<int>(user.owed()), user.unserved());
  return sum;
}

/// Machines that users hold beyond their shares: the sum of -f over f < 0.
int excess(const PoolView& view) {
  int sum = 0;
  for (const auto& user : view.users)
    sum += std::max(0, -static_cast<int>(user.owed()));
  return sum;
}

class CheckedPreemption : public Preempt {
public:
  PreemptionDecision preempt(const PoolView& view) override {
    auto decision = policy_->preempt(view);
    const int expected = std::max(0, std::min(owed(view) - view.free.size(), excess(view)));
    EXPECT_EQ(static_cast<int>(decision.stops.size()), expected) << "at " << view.now;
    std::vector<int> left;
    for (const auto& user : view.users)
      left.push_back(static_cast<int>(user.held + user.kept));
    for (const auto& stop : decision.stops) {
      const auto loser = std::find_if(view.users.begin(), view.users.end(), [&](const User& user) {
        return std::any_of(user.running.begin(), user.running.end(),
                           [&](const RunningTask& task) { return task.machine == stop.machine; });
      });
      EXPECT_GE(--left[place(static_cast<int>(loser - view.users.begin()))], loser->share)
          << "at " << view.now;
      stops += 1;
    }
    return decision;
  }

  int stops = 0;

private:
  std::unique_ptr<Preempt> policy_ = test::make<Preempt>("ownership/osep");
};

class CheckedNegotiation : public Negotiate {
public:
  explicit CheckedNegotiation(const reference_pool::Input& input) : input_(input) {}

  std::vector<Start> negotiate(const PoolView& view) override {
    auto starts = policy_->negotiate(view);
    std::vector<double> held(view.users.size());
    std::vector<std::size_t> ready(view.users.size());
    for (std::size_t user = 0; user < view.users.size(); ++user) {
      held[user] = view.users[user].held;
      ready[user] = view.users[user].ready.size();
    }
    for (const auto& start : starts) {
      held[place(start.user)] += 1;
      ready[place(start.user)] -= 1;
    }
    waits_.resize(held.size(), never);
    for (std::size_t user = 0; user < held.size(); ++user)
      check(view, user, ready[user] == 0 || held[user] >= view.users[user].share);
    return starts;
  }

  Seconds longest_wait =
      0; ///< from one negotiation to another, of an owner below his share with a ready task
  int checked = 0;

private:
  void check(const PoolView& view, std::size_t user, bool is_served) {
    if (!does_a_submission_appear(view.now - input_.offset, view.now)) {
      EXPECT_TRUE(is_served) << view.users[user].name << " holds less than his share at " << view.now;
      ++checked;
    }
    auto& since = waits_[user];
    since = is_served ? never : std::min(since, view.now);
    if (!is_served)
      longest_wait = std::max(longest_wait, view.now - since);
  }

  bool does_a_submission_appear(Seconds after, Seconds until) const {
    return std::any_of(input_.tasks.begin(), input_.tasks.end(), [&](const reference_pool::Task& task) {
      const Seconds visible = task.submitted + input_.submission_delay;
      return visible > after && visible <= until;
    });
  }

  const reference_pool::Input& input_;
  std::unique_ptr<Negotiate> policy_ = test::make<Negotiate>("ownership/owner_share");
  std::vector<Seconds> waits_; ///< by user: since when
};

TEST(PoolProperties, OwnersGetTheirShareAndNoMoreIsTaken) {
  int stops = 0, checked = 0;
  Seconds longest_wait = 0;
  for (std::uint64_t seed = 0; seed < scaled<std::uint64_t>(8000) && !HasFailure(); ++seed) {
    SCOPED_TRACE("pool " + std::to_string(seed));
    auto input = random_pool({}, seed);
    input.checkpoint = seed % 2 == 0;
    CheckedPreemption preemption;
    CheckedNegotiation negotiation(input);
    run_pool(input, preemption, negotiation);
    stops += preemption.stops;
    checked += negotiation.checked;
    longest_wait = std::max(longest_wait, negotiation.longest_wait);
  }
  std::cout << stops << " tasks stopped, " << checked
            << " times an owner's machines were counted, longest wait of "
            << "an owner below his share " << longest_wait << " s\n";
  EXPECT_GT(stops, 1000);
  EXPECT_GT(checked, 10000);
}

} // namespace properties_test
} // namespace malha::testing
