// SPDX-License-Identifier: MIT
#pragma once
#include "limit_asking.hpp"
#include "policies/cluster/priority/usage_decay.hpp"

#include <cmath>
#include <functional>
#include <list>

namespace malha::cluster {

/// A job as the plain reference sees it.
struct PlainJob {
  std::string user, account;
  std::vector<const Qos*> chain; ///< QOSes, in the order in which they count
  const Qos* qos = nullptr;      ///< its own
  std::vector<int> path;         ///< associations, from its user's up to the root
  TresAmounts amounts;
  double minutes = 0; ///< its limit
};

/// A run of a job. One that goes on has no end.
struct PlainRun {
  const PlainJob* job;
  Seconds start, end = never;
};

/// The limits of Slurm without any book: each question recounts lists of jobs, and computes usage anew from
/// the history of all runs.
class PlainLimits {
public:
  PlainLimits(const SiteRules& site, bool is_safe, UsageDecay decay, Seconds period)
      : site_(site), is_safe_(is_safe), decay_(decay), period_(period) {}

  Seconds now = 0;
  std::list<const PlainJob*> present; ///< submitted, and not ended
  std::vector<PlainRun> history;      ///< in the order of the starts

  bool is_refused(const PlainJob& job) {
    const auto too_many = [&](const Members& members, double most) {
      double jobs = 1;
      for (const auto* other : present)
        jobs += members(*other);
      return jobs > most;
    };
    bool denies = false;
    for (const auto* qos : job.chain)
      denies |= qos->deny_on_limit;
    if (denies) {
      const auto others = std::exchange(history, {});
      denies = waits(job);
      history = others;
    }
    return denies ||
           breaks(job, &Limits::grp_submit_jobs, true,
                  [&](auto& source, double most) { return too_many(source.group, most); }) ||
           breaks(job, &Limits::max_submit_jobs_per_account, false,
                  [&](auto& source, double most) { return too_many(source.account, most); }) ||
           breaks(job, &Limits::max_submit_jobs, false,
                  [&](auto& source, double most) { return too_many(source.user, most); }) ||
           breaks(job, &Limits::max_wall, false, [&](auto& source, double most) {
             return !source.is_qos && job.minutes > std::ceil(most / 60);
           });
  }

  bool waits(const PlainJob& job) const {
    const auto too_many = [&](const Members& members, double most) {
      return running(members, [](auto&) { return 1; }) + 1 > most;
    };
    bool waits = breaks(job, &Limits::grp_jobs, true,
                        [&](auto& source, double most) { return too_many(source.group, most); }) ||
                 breaks(job, &Limits::max_jobs_per_account, false,
                        [&](auto& source, double most) { return too_many(source.account, most); }) ||
                 breaks(job, &Limits::max_jobs, false,
                        [&](auto& source, double most) { return too_many(source.user, most); }) ||
                 breaks(job, &Limits::grp_wall, true,
                        [&](auto& source, double most) { return used(source, "") >= most; }) ||
                 breaks(job, &Limits::max_wall, false, [&](auto& source, double most) {
                   return source.is_qos && job.minutes > std::ceil(most / 60);
                 });
    for (const char* name : {"cpu", "mem", "billing", "gres/gpu", "license/lic"})
      waits = waits || takes_too_much(job, name);
    return waits;
  }

private:
  using Members = std::function<bool(const PlainJob&)>;

  /// Who limits a job, and whom the limits count.
  struct Source {
    const Limits* limits;
    const Qos* is_qos; ///< null: an association
    Members group, user, account;
    double factor;
  };

  static bool has(const std::vector<const Qos*>& chain, const Qos* qos) {
    return std::count(chain.begin(), chain.end(), qos) > 0;
  }

  std::vector<Source> sources(const PlainJob& job) const {
    std::vector<Source> found;
    for (const auto* qos : job.chain)
      found.push_back(
          {&qos->limits, qos, [qos](auto& other) { return has(other.chain, qos); },
           [qos, &job](auto& other) { return has(other.chain, qos) && other.user == job.user; },
           [qos, &job](auto& other) { return has(other.chain, qos) && other.account == job.account; }, 1});
    for (const int number : job.path)
      found.push_back(
          {&site_.limits[static_cast<std::size_t>(number)], nullptr,
           [number](auto& other) { return std::count(other.path.begin(), other.path.end(), number) > 0; },
           [&job](auto& other) { return other.path == job.path; }, [](auto&) { return false; },
           job.qos->limit_factor});
    return found;
  }

  /// Whether the job breaks a limit. What a QOS sets hides what is behind it; a limit that does not sum up
  /// hides in any case.
  template <class Get, class Breaks>
  bool breaks(const PlainJob& job, const Get& get, bool sums_up, const Breaks& is_broken) const {
    for (const auto& source : sources(job))
      if (const auto most = std::invoke(get, *source.limits)) {
        if (is_broken(source, static_cast<double>(*most)))
          return true;
        if (source.is_qos || !sums_up)
          return false;
      }
    return false;
  }
  template <class Breaks>
  bool breaks_amount(const PlainJob& job, TresAmounts Limits::*limit, const std::string& name, bool sums_up,
                     const Breaks& is_broken) const {
    const auto get = [&](const Limits& limits) -> std::optional<double> {
      const auto found = (limits.*limit).find(name);
      return found == (limits.*limit).end() ? std::nullopt : std::optional(found->second);
    };
    return breaks(job, get, sums_up, is_broken);
  }

  bool takes_too_much(const PlainJob& job, const std::string& name) const {
    const double own = amount_of(job.amounts, name), factor = job.qos->usage_factor;
    const double safe = own * job.minutes * (job.qos->usage_factor_safe ? factor : 1);
    const auto in_use = [&](const Members& members) {
      return own > 0 ? own + running(members, [&](auto& run) { return amount_of(run.job->amounts, name); })
                     : 0;
    };
    const auto left = [&](const Members& members) {
      return running(members, [&](auto& run) {
        const double seconds = std::max(0.0, run.start + 60 * run.job->minutes - now);
        return amount_of(run.job->amounts, name) * run.job->qos->usage_factor * seconds / 60;
      });
    };
    const auto since_pass = [&](const Members& members) {
      return running(members, [&](auto& run) {
        return amount_of(run.job->amounts, name) * run.job->qos->usage_factor *
               (now - std::max(run.start, last_pass())) / 60;
      });
    };
    const auto check = [&](TresAmounts Limits::*limit, bool sums_up, const auto& is_broken) {
      return breaks_amount(job, limit, name, sums_up, is_broken);
    };
    return check(&Limits::grp_tres_mins, true,
                 [&](auto& source, double most) {
                   const double before = used(source, name) / 60;
                   return before >= most ||
                          (is_safe_ && own > 0 &&
                           before + since_pass(source.group) + left(source.group) + safe > most + 1e-6);
                 }) ||
           check(&Limits::grp_tres, true,
                 [&](auto& source, double most) { return in_use(source.group) > most * source.factor; }) ||
           check(&Limits::grp_tres_run_mins, true,
                 [&](auto& source, double most) {
                   return own > 0 && left(source.group) + own * job.minutes * factor > most + 1e-6;
                 }) ||
           check(&Limits::max_tres_per_job, false,
                 [&](auto& source, double most) { return own > most * source.factor; }) ||
           check(&Limits::max_tres_mins_per_job, false,
                 [&](auto&, double most) { return is_safe_ && safe > most; }) ||
           check(&Limits::min_tres_per_job, false, [&](auto&, double most) { return own < most; }) ||
           check(&Limits::max_tres_per_account, false,
                 [&](auto& source, double most) { return in_use(source.account) > most; }) ||
           check(&Limits::max_tres_per_user, false,
                 [&](auto& source, double most) { return in_use(source.user) > most; });
  }

  /// A sum over running jobs.
  template <class Term>
  double running(const Members& members, const Term& term) const {
    double sum = 0;
    for (const auto& run : history)
      if (!(run.end < never) && members(*run.job))
        sum += term(run);
    return sum;
  }

  Seconds last_pass() const { return std::floor(now / period_) * period_; }

  /// The usage of a group in resource-seconds, pass by pass; name "": of the clock.
  double used(const Source& source, const std::string& name) const {
    const bool keeps = source.is_qos != nullptr && source.is_qos->no_decay;
    const auto charge = [&](const PlainRun& run, Seconds from, Seconds to) {
      const double rate = name.empty() ? 1 : amount_of(run.job->amounts, name) * run.job->qos->usage_factor;
      const Seconds time = to - std::max(from, run.start);
      return time <= 0 || !source.group(*run.job) ? 0 : keeps ? rate * time : decay_.charge(rate, time);
    };
    double sum = 0;
    for (Seconds from = 0; from <= last_pass(); from += period_) {
      const Seconds pass = from + period_;
      for (const auto& run : history)
        if (run.end < pass && run.end > from)
          sum += charge(run, from, run.end);
      if (pass > last_pass())
        break;
      sum *= keeps ? 1 : decay_.left_after(period_);
      for (const auto& run : history)
        if (run.end >= pass)
          sum += charge(run, from, pass);
    }
    return sum;
  }

  const SiteRules& site_;
  const bool is_safe_;
  const UsageDecay decay_;
  const Seconds period_;
};

} // namespace malha::cluster
