// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/limit.hpp"

#include "tests/policies/support/policy_maker.hpp"

#include <deque>

namespace malha::cluster {

/// What a test says of a job.
struct LimitedJob {
  std::string user = "ann";
  std::string qos = {};
  int size = 1;
  Seconds walltime = 600;
  std::string account = {};
  std::string partition = {};
  Demands demands = {};
  std::vector<QueuedFragment> fragments = {};
  std::string group = {};
};

/// A limit policy and the jobs that are put to it, one after the other.
class LimitAsking {
public:
  explicit LimitAsking(SiteRules site, const std::map<std::string, std::string>& settings = {},
                       int nodes = 64)
      : site_(std::move(site)), nodes_(nodes),
        policy_(malha::test::make<Limit>("cluster/slurm_limits", settings)) {}

  Seconds now = 0;

  /// Submits a job unless it is refused. Returns "" or why it is refused. `last` is its number.
  std::string submit(const LimitedJob& said) {
    auto& own = jobs_.emplace_back();
    own.credentials.user = said.user;
    own.credentials.account = said.account;
    own.credentials.qos = said.qos;
    own.credentials.partition = said.partition;
    own.credentials.group = said.group;
    own.demands = said.demands;
    own.request.demands = &own.demands;
    own.request.fragments = said.fragments;
    own.job.handle = static_cast<JobHandle>(last());
    own.job.id = last();
    own.job.submitted = now;
    own.job.walltime = said.walltime;
    own.job.size = said.size;
    own.job.request = &own.request;
    own.job.credentials = &own.credentials;
    if (const char* reason = policy_->why_refused(own.job, {now, nodes_, site_}))
      return reason;
    policy_->submitted(own.job, now);
    return "";
  }
  /// Starts a job that was submitted unless it may not. Returns "" or why it may not.
  std::string start(int number) {
    auto& own = jobs_.at(static_cast<std::size_t>(number));
    if (const char* reason = policy_->why_not_now(own.job, {now, nodes_, site_}))
      return reason;
    policy_->started(own.job, now);
    own.start = now;
    return "";
  }
  /// What became of a job that is submitted, and started if it may.
  std::string run(const LimitedJob& said) {
    const auto refused = submit(said);
    return refused.empty() ? start(last()) : "refused: " + refused;
  }
  void end(int number, bool waits_again = false) {
    const auto& own = jobs_.at(static_cast<std::size_t>(number));
    policy_->ended(own.job, own.start, now, waits_again);
  }
  void leave(int number) { policy_->left(jobs_.at(static_cast<std::size_t>(number)).job, now); }

  int last() const { return static_cast<int>(jobs_.size()) - 1; }
  Seconds next_change() { return policy_->next_change(now); }
  Limit& policy() { return *policy_; }

private:
  struct Own {
    Credentials credentials;
    Demands demands;
    Request request;
    QueuedJob job;
    Seconds start = 0;
  };

  const SiteRules site_;
  const int nodes_;
  const std::unique_ptr<Limit> policy_;
  std::deque<Own> jobs_;
};

/// A site with accounts a, b and c below the root, and c in b: ann in a, bob in b, cy in c, and dan in a and
/// b.
inline SiteRules site_with_accounts() {
  SiteRules site;
  std::vector<Association> all{{"root"},        {"a", "", 0},    {"b", "", 0},
                               {"a", "ann", 1}, {"b", "bob", 2}, {"a", "dan", 1},
                               {"b", "dan", 2}, {"c", "", 2},    {"c", "cy", 7}};
  Accounts accounts(std::move(all), {{"ann", "a"}, {"bob", "b"}, {"cy", "c"}, {"dan", "a"}});
  const auto number = static_cast<std::size_t>(accounts.size());
  site.limits.resize(number);
  site.shares = SharesOfSite{std::move(accounts), std::vector<double>(number)};
  return site;
}

/// The limits of an account, or of a user in it.
inline Limits& limits_of(SiteRules& site, const std::string& account, const std::string& user = {}) {
  return site.limits.at(static_cast<std::size_t>(*site.shares->accounts.find(account, user)));
}

/// Adds a QOS with limits.
inline Qos& add_qos(SiteRules& site, const std::string& name, const Limits& limits = {}) {
  auto& qos = site.qos[name];
  qos.name = name;
  qos.limits = limits;
  return qos;
}

} // namespace malha::cluster
