// SPDX-License-Identifier: MIT
// Random jobs under random limits, against a reference that recounts everything.
#include "limit_asking.hpp"
#include "plain_limits.hpp"
#include "policies/cluster/limit/job_demand.hpp"
#include "policies/sdk/numbers.hpp"
#include "tests/support/scaled.hpp"

#include <random>

namespace malha::cluster {
namespace slurm_limits_invariants_test {

class Chance {
public:
  explicit Chance(unsigned seed) : engine_(seed) {}

  int below(int limit) { return static_cast<int>(engine_() % static_cast<unsigned>(limit)); }
  int from(int low, int high) { return low + below(high - low + 1); }
  bool one_in(int number) { return below(number) == 0; }
  template <class List>
  auto& pick(List& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

private:
  std::mt19937 engine_;
};

constexpr double gigabyte = 1024.0 * 1024 * 1024;

/// Some limits of a QOS or of an association.
Limits random_limits(Chance& chance, bool is_qos) {
  Limits limits;
  const auto sometimes = [&](auto& limit, int low, int high) {
    if (chance.one_in(6))
      limit = chance.from(low, high);
  };
  const auto amounts = [&](TresAmounts& limit, int low, int high) {
    const std::vector<std::pair<const char*, int>> units{
        {"cpu", 1}, {"mem", 1024}, {"billing", 2}, {"gres/gpu", 1}, {"license/lic", 1}};
    for (const auto& [name, unit] : units)
      if (chance.one_in(12))
        limit[name] = unit * chance.from(low, high);
  };
  sometimes(limits.grp_jobs, 1, 6);
  sometimes(limits.grp_submit_jobs, 5, 20);
  sometimes(limits.max_jobs, 1, 4);
  sometimes(limits.max_submit_jobs, 2, 9);
  sometimes(limits.grp_wall, 2000, 9000);
  sometimes(limits.max_wall, 1200, 2400);
  amounts(limits.grp_tres, 3, 15);
  amounts(limits.grp_tres_mins, 100, 400);
  amounts(limits.grp_tres_run_mins, 50, 200);
  amounts(limits.max_tres_per_job, 2, 6);
  amounts(limits.max_tres_mins_per_job, 50, 150);
  if (!is_qos)
    return limits;
  sometimes(limits.max_jobs_per_account, 1, 5);
  sometimes(limits.max_submit_jobs_per_account, 3, 12);
  amounts(limits.min_tres_per_job, 0, 2);
  amounts(limits.max_tres_per_user, 2, 9);
  amounts(limits.max_tres_per_account, 3, 12);
  return limits;
}

SiteRules random_site(Chance& chance) {
  auto site = site_with_accounts();
  for (auto& limits : site.limits)
    limits = random_limits(chance, false);
  for (const char* name : {"normal", "high", "fast"}) {
    auto& qos = add_qos(site, name, random_limits(chance, true));
    qos.deny_on_limit = chance.one_in(5);
    qos.no_decay = chance.one_in(3);
    qos.over_part_qos = chance.one_in(3);
    qos.usage_factor = chance.one_in(3) ? 0.5 * chance.from(0, 4) : 1;
    qos.usage_factor_safe = chance.one_in(2);
    qos.limit_factor = chance.one_in(4) ? 2 : 1;
  }
  site.partitions["p"].is_default = true;
  site.partitions["p"].billing_weights = {{"cpu", 1.5}, {"gres/gpu", 3}};
  site.partitions["q"].qos = "fast";
  site.licences["lic"] = 100;
  return site;
}

/// A policy and the reference, which are told the same.
class Both {
public:
  Both(SiteRules site, Chance& chance, bool is_safe, double half_life, const std::string& rule)
      : site_(std::move(site)), chance_(chance),
        policy_(test::make<Limit>("cluster/slurm_limits", {{"safe", is_safe ? "on" : "off"},
                                                           {"half_life", shortest(half_life)},
                                                           {"decay", rule},
                                                           {"period", "300"}})),
        plain_(site_, is_safe, UsageDecay(half_life, rule == "exact" ? DecayRule::exact : DecayRule::slurm),
               300) {}

  int starts = 0, waits = 0, refusals = 0;

  void step() {
    now_ += chance_.one_in(3) ? chance_.below(400) : 0.25 * chance_.below(100);
    plain_.now = now_;
    const int what = chance_.below(10);
    if (what < 4)
      submit();
    else if (what < 7 && !waiting_.empty())
      try_to_start(static_cast<std::size_t>(chance_.below(static_cast<int>(waiting_.size()))));
    else if (what < 9 && !running_.empty())
      end(static_cast<std::size_t>(chance_.below(static_cast<int>(running_.size()))));
    else if (!waiting_.empty() && chance_.one_in(2))
      leave();
  }

private:
  struct Own {
    Credentials credentials;
    Demands demands;
    Request request;
    QueuedJob job;
    PlainJob plain;
    std::size_t run = 0; ///< in the history
  };

  Own& drawn_job() {
    auto& own = jobs_.emplace_back();
    const std::vector<std::pair<const char*, const char*>> places{
        {"ann", "a"}, {"bob", "b"}, {"dan", "a"}, {"dan", "b"}, {"cy", "c"}};
    std::tie(own.credentials.user, own.credentials.account) = chance_.pick(places);
    const std::vector<const char*> qos{"", "high", "fast"};
    own.credentials.qos = chance_.pick(qos);
    own.credentials.partition = chance_.one_in(3) ? "q" : "";
    own.demands.memory = gigabyte / 2 * chance_.below(4);
    if (chance_.one_in(3))
      own.demands.devices["gpu"] = chance_.from(1, 2);
    if (chance_.one_in(3))
      own.demands.licences["lic"] = chance_.from(1, 3);
    own.request.demands = &own.demands;
    own.job.id = static_cast<TaskId>(jobs_.size());
    own.job.handle = free_handle();
    own.job.submitted = now_;
    own.job.size = chance_.from(1, 6);
    own.job.walltime = 60 * chance_.from(1, 40) - chance_.below(60);
    own.job.request = &own.request;
    own.job.credentials = &own.credentials;
    describe(own);
    return own;
  }

  /// Handles are used again.
  JobHandle free_handle() {
    if (handles_.empty())
      return next_handle_++;
    const auto handle = handles_.back();
    handles_.pop_back();
    return handle;
  }

  void describe(Own& own) const {
    auto& plain = own.plain;
    const auto* partition = site_.partition_of(own.credentials.partition);
    plain.user = own.credentials.user;
    plain.account = own.credentials.account;
    plain.qos = site_.find_qos(own.credentials.qos.empty() ? "normal" : own.credentials.qos);
    const auto* of_partition = site_.find_qos(partition->qos);
    plain.chain = {plain.qos};
    if (of_partition != nullptr && of_partition != plain.qos)
      plain.chain.insert(plain.qos->over_part_qos ? plain.chain.end() : plain.chain.begin(), of_partition);
    const auto& accounts = site_.shares->accounts;
    for (int number = *accounts.find(plain.account, plain.user); number >= 0;
         number = accounts[number].parent)
      plain.path.push_back(number);
    plain.amounts = limits::amounts_of(own.job, partition, BillingRule::sum);
    plain.minutes = std::ceil(own.job.walltime / 60);
  }

  LimitView view() const { return {now_, 100, site_}; }

  void submit() {
    auto& own = drawn_job();
    const char* reason = policy_->why_refused(own.job, view());
    ASSERT_EQ(reason != nullptr, plain_.is_refused(own.plain)) << (reason != nullptr ? reason : "submitted");
    if (reason != nullptr) {
      ++refusals;
      handles_.push_back(own.job.handle);
      return;
    }
    policy_->submitted(own.job, now_);
    plain_.present.push_back(&own.plain);
    waiting_.push_back(&own);
  }

  void try_to_start(std::size_t place) {
    auto& own = *waiting_[place];
    const char* reason = policy_->why_not_now(own.job, view());
    ASSERT_EQ(reason != nullptr, plain_.waits(own.plain)) << (reason != nullptr ? reason : "started");
    if (reason != nullptr) {
      ++waits;
      expect_to_wait(own);
      return;
    }
    ++starts;
    policy_->started(own.job, now_);
    own.run = plain_.history.size();
    plain_.history.push_back({&own.plain, now_});
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(place));
    running_.push_back(&own);
  }

  /// If nothing happens, the job waits until the date at which the policy wants to be asked again.
  void expect_to_wait(const Own& own) {
    const Seconds until = std::min(policy_->next_change(now_), now_ + 3000);
    ASSERT_GT(until, now_);
    plain_.now = now_ + (until - now_) * 0.001 * chance_.below(1000);
    EXPECT_TRUE(plain_.waits(own.plain)) << policy_->why_not_now(own.job, view()) << " at " << plain_.now
                                         << ", asked at " << now_ << " next " << policy_->next_change(now_);
    plain_.now = now_;
  }

  void end(std::size_t place) {
    auto& own = *running_[place];
    const bool waits_again = chance_.one_in(5);
    auto& run = plain_.history[own.run];
    policy_->ended(own.job, run.start, now_, waits_again);
    run.end = now_;
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(place));
    if (waits_again) {
      waiting_.push_back(&own);
    } else {
      plain_.present.remove(&own.plain);
      handles_.push_back(own.job.handle);
    }
  }

  void leave() {
    auto& own = *waiting_.back();
    waiting_.pop_back();
    policy_->left(own.job, now_);
    plain_.present.remove(&own.plain);
    handles_.push_back(own.job.handle);
  }

  const SiteRules site_;
  Chance& chance_;
  const std::unique_ptr<Limit> policy_;
  PlainLimits plain_;
  Seconds now_ = 0;
  std::deque<Own> jobs_;
  std::vector<Own*> waiting_, running_;
  std::vector<JobHandle> handles_;
  JobHandle next_handle_ = 0;
};

// A job starts, waits or is refused exactly if the reference says so.
TEST(SlurmLimitsInvariants, LetStartWhoMay) {
  int starts = 0, waits = 0, refusals = 0;
  for (int instance = 0; instance < testing::scaled(300); ++instance) {
    SCOPED_TRACE("instance " + std::to_string(instance));
    Chance chance(static_cast<unsigned>(instance));
    auto site = random_site(chance);
    const double half_life = chance.one_in(3) ? 0 : chance.from(300, 3000);
    Both both(std::move(site), chance, chance.one_in(2), half_life, chance.one_in(2) ? "exact" : "slurm");
    for (int step = 0; step < 120 && !::testing::Test::HasFailure(); ++step)
      both.step();
    starts += both.starts;
    waits += both.waits;
    refusals += both.refusals;
  }
  // Each of the three is common, so that it is tested at all.
  EXPECT_GT(starts, 1000);
  EXPECT_GT(waits, 1000);
  EXPECT_GT(refusals, 1000);
}

} // namespace slurm_limits_invariants_test
} // namespace malha::cluster
