// SPDX-License-Identifier: MIT
// A pool and its machines crash and return at random dates, and messages are late, overtake each other, and
// are lost with their senders and receivers: each task ends once. Without SimGrid.
#include "actors/ownership/model/lease.hpp"
#include "actors/ownership/model/machine_memory.hpp"
#include "actors/ownership/model/model.hpp"
#include "policies/sdk/random_streams.hpp"
#include "tests/policies/support/policy_maker.hpp"
#include "tests/support/outage_dates.hpp"
#include "tests/support/scaled.hpp"

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

#include <functional>
#include <iostream>

namespace malha::testing {
namespace pool_returns_test {

using namespace ownership;

constexpr Seconds last_outage = 400; ///< everything is up afterwards
constexpr Seconds lease_length = 60;

class Bags : public Arrivals {
public:
  explicit Bags(std::vector<Job> jobs) : jobs_(std::move(jobs)) {}
  Seconds next() override { return more() ? jobs_[next_].submitted : never; }
  bool more() override { return next_ < jobs_.size(); }
  Job take() override { return jobs_[next_++]; }

private:
  std::vector<Job> jobs_;
  std::size_t next_ = 0;
};

/// A machine as its actor leads it.
struct PlayedMachine {
  bool is_up = true;
  int lives = 0; ///< times it went down
  MachineMemory memory;
  std::optional<PoolRun> running;
  Seconds began = 0;
  std::function<void()> report; ///< what it sent last
};

class World : public Listener {
public:
  World(std::uint64_t seed, bool checkpoints)
      : engine_(seed), arrivals_(bags()), machines_(static_cast<std::size_t>(draw(1, 4))),
        lease_(lease_length), preemption_(test::make<Preempt>("ownership/osep")),
        negotiation_(test::make<Negotiate>("ownership/owner_share")),
        model_(owned(machines_.size()), std::vector<const SpeedProfile*>(machines_.size()), *preemption_,
               *negotiation_, arrivals_, rules(checkpoints)) {
    model_.add(*this);
    for (std::size_t machine = 0; machine < machines_.size(); ++machine)
      plan_outages(draw(0, 2), [this, machine](bool on) { switch_machine(machine, on); });
    plan_outages(draw(1, 3), [this](bool on) { switch_pool(on); });
  }

  /// Until all has ended. False where nothing is to come any more, or too much has come.
  bool play() {
    for (int steps = 0; steps < 20'000; ++steps) {
      if (is_up_ && model_.is_over())
        return true;
      const Seconds planned = is_up_ ? std::max(now_, model_.next()) : never;
      if (events_.empty() && planned == never)
        return false;
      if (events_.empty() || planned < events_.begin()->first) {
        now_ = planned;
        rounds();
      } else {
        const auto event = events_.extract(events_.begin());
        now_ = event.key();
        event.mapped()();
      }
    }
    return false;
  }

  std::map<TaskId, int> ends; ///< of each task
  int tasks = 0, given_up = 0, reported_again = 0, lost = 0;

private:
  double draw_real(double low, double high) {
    return boost::random::uniform_real_distribution<double>(low, high)(engine_);
  }
  int draw(int low, int high) { return boost::random::uniform_int_distribution<int>(low, high)(engine_); }

  std::vector<Job> bags() {
    std::vector<Job> all;
    for (int bag = draw(1, 4); bag > 0; --bag) {
      Job job;
      job.submitted = (all.empty() ? 0 : all.back().submitted) + draw(0, 80);
      job.id = static_cast<JobId>(all.size());
      job.user = "user-" + std::to_string(draw(1, 3));
      for (int task = draw(1, 4); task > 0; --task) {
        job.tasks.emplace_back();
        job.tasks.back().id = tasks++;
        job.tasks.back().job = job.id;
        job.tasks.back().submitted = job.submitted;
        job.tasks.back().work = draw(1, 120);
      }
      all.push_back(job);
    }
    return all;
  }

  static std::vector<PoolMachine> owned(std::size_t number) {
    std::vector<PoolMachine> all;
    for (std::size_t machine = 0; machine < number; ++machine)
      all.push_back({1, "user-" + std::to_string(machine % 2 + 1)});
    return all;
  }

  Rules rules(bool checkpoints) {
    Rules given;
    given.plans_ends = false;
    given.period = 8;
    given.offset = 3;
    given.submission_delay = 2;
    given.detection_delay = draw(0, 5);
    given.checkpoints = checkpoints;
    return given;
  }

  template <class Switch>
  void plan_outages(int number, Switch change) {
    const auto dates = outage_dates(engine_, number, last_outage);
    for (std::size_t date = 0; date < dates.size(); ++date)
      events_.emplace(dates[date], [change, on = date % 2 == 1] { change(on); });
  }

  void switch_machine(std::size_t machine, bool on) {
    auto& one = machines_[machine];
    one.is_up = on;
    ++one.lives;
    one.running.reset();
    one.memory.forget();
    one.report = nullptr;
    seen_.push_back(
        [this, machine, on, date = now_] { model_.switched(static_cast<int>(machine), on, date); });
    if (is_up_)
      rounds();
  }

  void switch_pool(bool on) {
    is_up_ = on;
    ++lives_;
    if (!on)
      return lease_.pool_down(now_);
    lease_.pool_up(now_);
    model_.resume(now_);
    for (std::size_t machine = 0; machine < machines_.size(); ++machine)
      if (const auto& run = model_.book().on(static_cast<int>(machine)))
        to_machine(machine, [this, machine, asked = *run] { answer(machine, asked); });
    rounds();
  }

  /// A message is lost when its receiver is down, or was since it was sent; or, one time in two, its sender.
  void to_machine(std::size_t machine, std::function<void()> take) {
    events_.emplace(now_ + draw_real(0.1, 3), [this, machine, take, of = lives_,
                                               to = machines_[machine].lives, dies = draw(0, 1)] {
      const bool with_sender = dies == 1 && lives_ != of;
      if (machines_[machine].is_up && (machines_[machine].lives == to || dies == 0) && !with_sender)
        take();
    });
  }
  void to_pool(std::size_t machine, std::function<void()> take) {
    events_.emplace(now_ + draw_real(0.1, 3), [this, machine, take, to = lives_,
                                               of = machines_[machine].lives, dies = draw(0, 1)] {
      if (!is_up_ || (lives_ != to && dies == 1) || (dies == 1 && machines_[machine].lives != of))
        return;
      show();
      model_.catch_up(now_);
      take();
      rounds();
    });
  }

  void show() {
    for (const auto& change : std::exchange(seen_, {}))
      change();
  }

  void rounds() {
    show();
    for (Seconds date; (date = model_.next()) <= now_;)
      model_.round(date);
    model_.round(now_);
  }

  void report(std::size_t machine, CopyNumber run, std::function<void()> what) {
    auto& one = machines_[machine];
    one.running.reset();
    one.memory.reported(run);
    one.report = std::move(what);
    to_pool(machine, one.report);
  }

  void stop(std::size_t machine) {
    const auto run = machines_[machine].running->number;
    const Seconds ran = now_ - machines_[machine].began;
    report(machine, run, [this, machine, run, ran, date = now_] {
      model_.report_stopped(run, static_cast<int>(machine), date, ran);
    });
  }

  void begin(std::size_t machine, const PoolRun& run) {
    auto& one = machines_[machine];
    if (!one.memory.begins(run.number))
      return;
    one.report = nullptr;
    one.running = run;
    one.began = now_;
    events_.emplace(now_ + rest_of(run.ready).work, [this, machine, run, life = one.lives] {
      const auto& same = machines_[machine];
      if (same.lives != life || !same.running || same.running->number != run.number)
        return;
      if (lease_.given_up(run.start, now_)) {
        machines_[machine].running.reset();
        return;
      }
      report(machine, run.number, [this, machine, run, date = now_] {
        model_.report_end(run.number, static_cast<int>(machine), run.start, date);
      });
    });
  }

  void answer(std::size_t machine, const PoolRun& asked) {
    auto& one = machines_[machine];
    const bool runs = one.running && one.running->number == asked.number;
    const auto over = lease_.given_up(asked.start, now_);
    switch (one.memory.answer(asked.number, runs, over.has_value(), asked.is_stopping)) {
    case MachineMemory::Answer::goes_on:
      return;
    case MachineMemory::Answer::stops:
      return stop(machine);
    case MachineMemory::Answer::reports_again:
      ++reported_again;
      return to_pool(machine, one.report);
    case MachineMemory::Answer::gives_up:
      if (runs)
        one.running.reset();
      to_pool(machine, [this, machine, asked, end = over.value_or(lease_.last_down())] {
        model_.report_given_up(asked.number, static_cast<int>(machine), end);
      });
    }
  }

  void started(const PoolRun& run) override {
    const auto machine = static_cast<std::size_t>(run.machine);
    to_machine(machine, [this, machine, run] { begin(machine, run); });
  }
  void stopping(const PoolRun& run, Seconds) override {
    const auto machine = static_cast<std::size_t>(run.machine);
    to_machine(machine, [this, machine, number = run.number] {
      if (machines_[machine].running && machines_[machine].running->number == number)
        stop(machine);
    });
  }
  void ended(const PoolRun& run, Seconds end) override {
    ++ends[run.ready.task.id];
    EXPECT_GE(end, run.start);
  }
  void cut_short(const PoolRun& run, Seconds end, Cut why, const KeptRun&) override {
    EXPECT_GE(end, run.start);
    given_up += why == Cut::given_up;
    lost += why == Cut::lost;
  }

  RandomStreams::Engine engine_;
  Bags arrivals_;
  std::vector<PlayedMachine> machines_;
  Lease lease_;
  std::unique_ptr<Preempt> preemption_;
  std::unique_ptr<Negotiate> negotiation_;
  Model model_;
  std::multimap<Seconds, std::function<void()>> events_;
  std::vector<std::function<void()>> seen_; ///< switches of machines that the model has not been shown
  Seconds now_ = 0;
  bool is_up_ = true;
  int lives_ = 0; ///< times the pool's host was switched
};

TEST(PoolReturnsProperties, EachTaskEndsOnce) {
  int given_up = 0, reported_again = 0, lost = 0, tasks = 0;
  for (std::uint64_t seed = 0; seed < scaled<std::uint64_t>(20'000) && !HasFailure(); ++seed) {
    SCOPED_TRACE("pool " + std::to_string(seed));
    World world(seed, seed % 2 == 0);
    ASSERT_TRUE(world.play()) << "tasks are left";
    EXPECT_EQ(static_cast<int>(world.ends.size()), world.tasks);
    for (const auto& [task, times] : world.ends)
      EXPECT_EQ(times, 1) << "task " << task;
    given_up += world.given_up;
    reported_again += world.reported_again;
    lost += world.lost;
    tasks += world.tasks;
  }
  std::cout << tasks << " tasks; runs: " << lost << " lost with a machine, " << given_up << " given up, "
            << reported_again << " reported again\n";
  EXPECT_GT(given_up, 1000);
  EXPECT_GT(reported_again, 1000);
  EXPECT_GT(lost, 1000);
}

// Down from 100 to 150 and from 200 to 300, with a lease of 60 s.
TEST(Lease, IsOverWhenThePoolIsDownForLonger) {
  Lease lease(60);
  EXPECT_EQ(lease.given_up(0, 1000), std::nullopt);
  lease.pool_down(100);
  EXPECT_EQ(lease.given_up(10, 160), std::nullopt);
  EXPECT_EQ(lease.given_up(10, 161), 160);
  lease.pool_up(150);
  EXPECT_EQ(lease.given_up(10, 161), std::nullopt);
  lease.pool_down(200);
  lease.pool_up(300);
  EXPECT_EQ(lease.given_up(10, 400), 260);
  EXPECT_EQ(lease.given_up(200, 259), std::nullopt); // it ended before
  EXPECT_EQ(lease.given_up(301, 400), std::nullopt); // it started afterwards
  EXPECT_EQ(lease.last_down(), 200);
}

// Dates 5, 15, 25, …; what is news at 3 waits until the pool is back at 21.
TEST(Cycle, DoesNotMakeUpForDatesThatPassed) {
  Cycle cycle(5, 10);
  cycle.has_news(3);
  cycle.skip_until(21);
  EXPECT_EQ(cycle.next(), 25);
  EXPECT_TRUE(cycle.take(25));
  cycle.skip_until(35); // this date itself does not pass
  cycle.has_news(30);
  EXPECT_EQ(cycle.next(), 35);
}

} // namespace pool_returns_test
} // namespace malha::testing
