// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/priority.hpp"
#include "share_tree.hpp"
#include "usage_decay.hpp"
#include "usage_reset.hpp"

#include <boost/container_hash/hash.hpp>

#include <map>
#include <unordered_map>

namespace malha::cluster {

/// Who has used how much of a cluster: a tree of shares whose usage fades. All usage is brought up to date at
/// passes (Slurm 22.05: each PriorityCalcPeriod): it decays for the time since the last pass, and each
/// running job is charged for its part of that time. A job that ends is charged at once.
///
/// Without accounts of the site, each user gets one share in each account that their jobs name, or else in
/// the group, or else beside the accounts. Each account then has one share. A user who is new has a place in
/// the tree from the next pass on.
class UsageBook {
public:
  struct Rules {
    Seconds period;    ///< between passes; 0: each date at which something happens is a pass
    UsageDecay decay;  ///< of usage
    UsageReset reset;  ///< when all usage is forgotten
    std::int64_t zero; ///< date 0 of the simulation, in s since 1970
  };

  explicit UsageBook(const Rules& rules) : rules_(rules) {
    next_reset_ = next_usage_reset(rules_.reset, 0, rules_.zero);
  }

  /// Takes the accounts and the usage of the site; null: it says nothing. It is called before anything else.
  void begin(const SharesOfSite* site) {
    site_ = site;
    if (site_ == nullptr)
      return;
    tree_.emplace(site_->accounts);
    for (int number = 0; number < tree_->size() && rules_.reset != UsageReset::now; ++number)
      if (const double used = site_->usage[static_cast<std::size_t>(number)]; used > 0)
        tree_->charge(number, used);
  }

  /// Makes all passes that are due. Returns whether there was one.
  bool advance(Seconds now) {
    if (rules_.period <= 0)
      return now > last_pass_ && pass(now);
    bool any = false;
    for (Seconds next = last_pass_ + rules_.period; next <= now; next = last_pass_ + rules_.period) {
      // While nothing runs, all passes up to the date are as one.
      const double passes = running_.empty() ? std::floor((now - last_pass_) / rules_.period) : 1;
      any = pass(std::max(next, last_pass_ + passes * rules_.period));
    }
    return any;
  }
  Seconds last_pass() const { return last_pass_; }
  Seconds next_pass(Seconds now) const { return rules_.period > 0 ? last_pass_ + rules_.period : now; }

  void started(const QueuedJob& job, Seconds now) { running_[job.handle] = {owner_of(job), job.size, now}; }
  void ended(const QueuedJob& job, Seconds end) {
    const auto found = running_.find(job.handle);
    charge(found->second, end);
    running_.erase(found);
  }

  /// The tree as of the last pass; null until somebody has a place in it.
  ShareTree* tree() { return tree_ ? &*tree_ : nullptr; }
  /// The association of the job in the tree; nothing if its user is new.
  std::optional<int> association(const QueuedJob& job) {
    const auto owner = owner_of(job);
    const int number = site_ != nullptr ? static_cast<int>(owner) : places_[owner].association;
    return number == nobody ? std::nullopt : std::optional(number);
  }

private:
  using Name = std::pair<std::string, std::string>; ///< account and user

  static constexpr int nobody = -1; ///< instead of an association: the owner is new

  struct Running {
    std::size_t owner;
    int nodes;
    Seconds charged_to; ///< date up to which it has been charged
  };
  /// An owner of jobs whom the site does not name.
  struct Place {
    int association = nobody; ///< in the tree
    double usage = 0;         ///< that is not in the tree
  };
  struct KnownJob {
    TaskId id = -1;
    std::size_t owner = 0;
  };

  /// Whose job it is: the number of an association of the site, or of a place.
  std::size_t owner_of(const QueuedJob& job) {
    if (job.handle >= known_jobs_.size())
      known_jobs_.resize(job.handle + std::size_t{1});
    auto& known = known_jobs_[job.handle];
    if (known.id != job.id)
      known = {job.id, site_ != nullptr ? owner_by_site(job) : owner_by_name(credentials_of(job))};
    return known.owner;
  }

  std::size_t owner_by_site(const QueuedJob& job) const {
    const auto number = association_of(credentials_of(job), site_->accounts);
    if (!number)
      throw std::invalid_argument("job " + std::to_string(job.id) + " is of no association of the site");
    return static_cast<std::size_t>(*number);
  }

  /// A user whom the source of the job does not name is called "-".
  std::size_t owner_by_name(const Credentials& credentials) {
    const auto& account = credentials.account.empty() ? credentials.group : credentials.account;
    const Name name{account.empty() ? root : account.str(),
                    credentials.user.empty() ? "-" : credentials.user.str()};
    const auto [found, is_new] = place_of_.emplace(name, places_.size());
    if (is_new) {
      names_.emplace(name, places_.size());
      places_.emplace_back();
    }
    has_new_names_ |= is_new;
    return found->second;
  }

  bool pass(Seconds now) {
    if (std::exchange(has_new_names_, false))
      build_tree();
    if (tree_)
      tree_->decay(rules_.decay.left_after(now - last_pass_));
    last_pass_ = now;
    for (auto& [handle, job] : running_)
      charge(job, now);
    if (now >= next_reset_) {
      if (tree_)
        tree_->reset();
      next_reset_ = next_usage_reset(rules_.reset, now, rules_.zero);
    }
    return true;
  }

  /// Charges a job for its part of the time since the last pass.
  void charge(Running& job, Seconds to) {
    double usage = rules_.decay.charge(job.nodes, to - std::exchange(job.charged_to, to));
    if (rules_.decay.is_exact())
      usage /= rules_.decay.left_after(to - last_pass_); // all usage is as of the last pass
    if (site_ != nullptr)
      tree_->charge(static_cast<int>(job.owner), usage);
    else if (auto& place = places_[job.owner]; place.association != nobody)
      tree_->charge(place.association, usage);
    else
      place.usage += usage;
  }

  /// Gives all owners their places in a new tree, with what they have used.
  void build_tree() {
    std::vector<Association> associations{{root}};
    std::map<std::string, int> accounts{{root, 0}};
    for (const auto& [name, place] : names_) {
      const auto [account, is_new] = accounts.emplace(name.first, static_cast<int>(associations.size()));
      if (is_new)
        associations.push_back({name.first, "", 0});
      associations.push_back({name.first, name.second, account->second});
    }
    const Accounts found(std::move(associations));
    ShareTree tree(found);
    for (const auto& [name, number] : names_) {
      auto& place = places_[number];
      const double before = place.association == nobody ? 0 : tree_->usage(place.association);
      place.association = *found.find(name.first, name.second);
      tree.charge(place.association, std::exchange(place.usage, 0) + before);
    }
    tree_ = std::move(tree);
  }

  static constexpr const char* root = "root";

  const Rules rules_;
  const SharesOfSite* site_ = nullptr;
  std::optional<ShareTree> tree_;
  std::map<JobHandle, Running> running_;
  std::vector<KnownJob> known_jobs_;  ///< by handle, which later jobs use again
  std::map<Name, std::size_t> names_; ///< the place of each owner whom the site does not name
  std::unordered_map<Name, std::size_t, boost::hash<Name>> place_of_; ///< the same, to be found sooner
  std::vector<Place> places_;
  bool has_new_names_ = false;
  Seconds last_pass_ = 0, next_reset_ = never;
};

} // namespace malha::cluster
