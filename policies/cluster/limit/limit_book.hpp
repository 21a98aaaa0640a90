// SPDX-License-Identifier: MIT
#pragma once
#include "job_classes.hpp"
#include "licences.hpp"
#include "limited_usage.hpp"
#include "partition_rules.hpp"
#include "time_left.hpp"

#include <deque>

namespace malha::cluster::limits {

/// How limits are kept, beside what the site says.
struct LimitRules {
  bool is_safe;         ///< jobs must be able to run to their limits (AccountingStorageEnforce=safe)
  bool refuses_outside; ///< jobs outside of the rules of their partitions are refused (EnforcePartLimits)
  BillingRule billing;
  LimitedUsage::Rules usage;
};

/// A job that waits or runs.
struct KnownJob {
  TaskId id = -1;
  const JobClass* of = nullptr;
  JobDemand demand;
  Licences::Taken licences;
};

/// Whether a job is compared with a limit beside all others, or as if it were alone.
enum class Others { count, are_ignored };

/// What all who share a site have at present, and which limits a job would break.
class LimitBook {
public:
  LimitBook(const SiteRules& site, const LimitRules& rules)
      : rules_(rules), resources_(site), classes_(site, resources_, rules.is_safe), licences_(site.licences),
        time_left_(classes_.keeps_usage().size(), resources_.with_time_left(rules.is_safe)),
        usage_(rules.usage, classes_.keeps_usage(), resources_.with_usage()) {
    if (site.shares && rules.usage.reset != UsageReset::now)
      begin_with(*site.shares);
  }

  const Licences& licences() const { return licences_; }

  /// What is known of a job since it was first seen.
  const KnownJob& known(const QueuedJob& job) {
    if (job.handle >= jobs_.size())
      jobs_.resize(job.handle + std::size_t{1}); // a deque: others stay where they are
    auto& known = jobs_[job.handle];
    if (known.of == nullptr || known.id != job.id) { // the handle is that of a later job
      known.id = job.id;
      known.of = &classes_.of(credentials_of(job));
      known.demand = demand_of(job, known.of->partition, rules_.billing, resources_);
      known.licences = licences_.taken_by(job);
    }
    return known;
  }

  void advance(Seconds now) {
    now_ = std::max(now_, now); // the end of a job may be reported late
    if (resources_.any_usage())
      usage_.advance(now_);
    if (time_left_.counts_any())
      time_left_.advance(now_);
  }
  void submitted(const QueuedJob& job) { holdings().submitted(known(job).of->holders); }
  void left(const QueuedJob& job) { holdings().left(known(job).of->holders); }
  void started(const QueuedJob& job) {
    const auto& own = known(job);
    const auto& amounts = own.demand.amounts;
    holdings().started(own.of->holders, amounts);
    licences_.take(own.licences);
    if (resources_.any_usage())
      usage_.started(job.handle, own.of->groups, amounts, own.of->usage_factor, now_);
    if (time_left_.counts_any())
      time_left_.started(job.handle, own.of->groups, amounts, own.of->usage_factor,
                         now_ + own.demand.minutes * seconds_of_a_minute);
  }
  void ended(const QueuedJob& job, Seconds end) {
    const auto& own = known(job);
    holdings().ended(own.of->holders, own.demand.amounts);
    licences_.give_back(own.licences);
    if (resources_.any_usage())
      usage_.ended(job.handle, end);
    if (time_left_.counts_any())
      time_left_.ended(job.handle);
  }

  /// The first of the limits that the job would break; null: none.
  const LimitCheck* broken(const std::vector<LimitCheck>& checks, const KnownJob& job, Others others) {
    for (const auto& check : checks)
      if (is_broken(check, job, others == Others::count))
        return &check;
    return nullptr;
  }

  /// The earliest date at which the job may no longer break a limit that it breaks, if nothing starts or ends
  /// before.
  Seconds date_without(const LimitCheck& check, const KnownJob& job) const {
    const int holder = check.holder, resource = check.resource;
    if (check.kind == LimitKind::grp_minutes)
      return usage_.date_below(holder, usage_.minutes(holder, resource), check.most);
    if (check.kind == LimitKind::grp_wall)
      return usage_.date_below(holder, usage_.wall(holder), check.most);
    if (check.kind == LimitKind::grp_run_minutes)
      return time_left_.date_of(holder, resource,
                                check.most - minutes_asked(check, job, job.of->usage_factor));
    if (check.kind == LimitKind::grp_safe) // what is promised may be used at once, and decay then
      return usage_.date_below(holder, usage_.minutes(holder, resource) + promised(check),
                               check.most * (1 + rounding) - minutes_asked(check, job, job.of->safe_factor));
    return never;
  }

private:
  static constexpr double seconds_of_a_minute = 60, rounding = 1e-9;

  Holdings& holdings() { return classes_.holdings(); }

  /// What users have used before is known as billing only.
  void begin_with(const SharesOfSite& shares) {
    const auto columns = resources_.with_usage();
    for (const int resource : columns.resources())
      for (int user = 0; user < shares.accounts.size() && resources_.name(resource) == "billing"; ++user)
        for (int number = user; number >= 0; number = shares.accounts[number].parent)
          usage_.begin_with(number, resource, shares.usage[static_cast<std::size_t>(user)]);
  }

  static double asked(const LimitCheck& check, const KnownJob& job) {
    return job.demand.amounts[static_cast<std::size_t>(check.resource)];
  }
  static double minutes_asked(const LimitCheck& check, const KnownJob& job, double factor) {
    const double amount = asked(check, job) * factor;
    return amount > 0 ? amount * job.demand.minutes : 0; // the limit may be `never`
  }
  /// What running jobs have used but are not charged for, and what they may still use.
  double promised(const LimitCheck& check) const {
    return usage_.uncharged_minutes(check.holder, check.resource, now_) +
           time_left_.minutes(check.holder, check.resource);
  }

  /// Times are sums of many numbers: those that differ by rounding alone are the same.
  static bool exceeds(double time, double most) { return time > most * (1 + rounding); }

  bool is_broken(const LimitCheck& check, const KnownJob& job, bool others_count) {
    const auto of_others = [&](double number) { return others_count ? number : 0; };
    switch (check.kind) {
    case LimitKind::grp_jobs:
    case LimitKind::user_jobs:
    case LimitKind::account_jobs:
      return of_others(holdings().running(check.holder)) + 1 > check.most;
    case LimitKind::grp_submit:
    case LimitKind::user_submit:
    case LimitKind::account_submit:
      return of_others(holdings().all(check.holder)) + 1 > check.most;
    case LimitKind::grp_wall:
      return of_others(usage_.wall(check.holder)) >= check.most;
    case LimitKind::max_wall:
      return job.demand.minutes > check.most;
    case LimitKind::grp_minutes:
      return of_others(usage_.minutes(check.holder, check.resource)) >= check.most;
    default:
      return are_too_many(check, job, others_count);
    }
  }

  /// The limits on what a job takes. One that takes nothing of a resource is within each of them.
  bool are_too_many(const LimitCheck& check, const KnownJob& job, bool others_count) {
    const auto& of = *job.of;
    const double amount = asked(check, job);
    if (check.kind == LimitKind::min_amount)
      return amount < check.most;
    if (!(amount > 0))
      return false;
    switch (check.kind) {
    case LimitKind::job_amount:
      return amount > check.most;
    case LimitKind::node_amount:
      return amount > check.most * job.demand.machines;
    case LimitKind::job_minutes:
      return exceeds(minutes_asked(check, job, of.safe_factor), check.most);
    case LimitKind::grp_safe:
      return exceeds((others_count ? usage_.minutes(check.holder, check.resource) + promised(check) : 0) +
                         minutes_asked(check, job, of.safe_factor),
                     check.most);
    case LimitKind::grp_run_minutes:
      return exceeds((others_count ? time_left_.minutes(check.holder, check.resource) : 0) +
                         minutes_asked(check, job, of.usage_factor),
                     check.most);
    default:
      return (others_count ? holdings().in_use(check.holder, check.resource) : 0) + amount > check.most;
    }
  }

  const LimitRules rules_;
  const LimitedResources resources_;
  JobClasses classes_;
  Licences licences_;
  TimeLeft time_left_;
  LimitedUsage usage_;
  std::deque<KnownJob> jobs_; ///< by handle, which later jobs use again
  Seconds now_ = 0;
};

} // namespace malha::cluster::limits
