// SPDX-License-Identifier: MIT
#pragma once
#include "holdings.hpp"
#include "limit_checks.hpp"
#include "policies/cluster/priority.hpp"
#include "qos_of_associations.hpp"

#include <functional>
#include <tuple>

namespace malha::cluster::limits {

/// What holds for all jobs of a user in an account, a partition and a QOS.
struct JobClass {
  const char* refused = nullptr; ///< why none of them can be submitted; null: they can
  const Partition* partition = nullptr;
  const Qos* qos = nullptr;
  std::vector<int> groups;  ///< holders whose Grp limits may count: associations up to the root, QOSes
  std::vector<int> holders; ///< these, and the user and the account within each QOS
  std::vector<LimitCheck> at_submission, at_start;
  bool denies = false; ///< a job that is beyond a limit although nobody else is there is refused
  double usage_factor = 1, safe_factor = 1; ///< of what they have used, and of what they may use
};

/// Finds the classes of jobs by the names that their users give, and numbers the holders: associations first,
/// by their numbers, then QOSes by name, then the users and accounts that turn up.
class JobClasses {
public:
  JobClasses(const SiteRules& site, const LimitedResources& resources, bool is_safe)
      : site_(site), resources_(resources), is_safe_(is_safe), qos_of_(accounts()),
        holdings_(associations() + static_cast<int>(site.qos.size()), resources.size()) {
    for (const auto& [name, qos] : site_.qos)
      numbers_.emplace(&qos, associations() + static_cast<int>(numbers_.size()));
  }

  /// It stays where it is.
  const JobClass& of(const Credentials& credentials) {
    const auto& account =
        site_.shares || !credentials.account.empty() ? credentials.account : credentials.group;
    const std::tuple<const std::string&, const std::string&, const std::string&, const std::string&> key(
        credentials.user, account, credentials.partition, credentials.qos);
    auto found = classes_.find(key);
    if (found == classes_.end())
      found = classes_.emplace(key, made(credentials, account)).first;
    return found->second;
  }

  Holdings& holdings() { return holdings_; }
  /// For each association and QOS whether its usage neither decays nor is reset.
  std::vector<bool> keeps_usage() const {
    std::vector<bool> keeps(static_cast<std::size_t>(associations()));
    for (const auto& [name, qos] : site_.qos)
      keeps.push_back(qos.no_decay);
    return keeps;
  }

private:
  using Key = std::tuple<std::string, std::string, std::string, std::string>;

  const Accounts* accounts() const { return site_.shares ? &site_.shares->accounts : nullptr; }
  int associations() const { return site_.shares ? accounts()->size() : 0; }

  JobClass made(const Credentials& credentials, const std::string& named_account) {
    JobClass job;
    std::optional<int> association;
    if (site_.shares && !(association = association_of(credentials, *accounts()))) {
      job.refused = "InvalidAccount";
      return job;
    }
    const auto& account = association ? (*accounts())[*association].account : named_account;
    const auto qos_name = qos_name_of(credentials, association);
    job.partition = site_.partition_of(credentials.partition);
    job.qos = site_.find_qos(qos_name);
    job.refused = why_refused(job, account, qos_name, association);
    if (job.refused == nullptr)
      take_limits(job, credentials.user, account, association);
    return job;
  }

  /// The one that the job names, or else the default one of its association, or else "normal", as in Slurm.
  std::string qos_name_of(const Credentials& credentials, std::optional<int> association) const {
    if (!credentials.qos.empty())
      return credentials.qos;
    if (association && !qos_of_.default_of(*association).empty())
      return qos_of_.default_of(*association);
    return site_.find_qos("normal") != nullptr ? "normal" : "";
  }

  /// Slurm has no reason for a partition that is not there: its error is "invalid partition specified".
  const char* why_refused(const JobClass& job, const std::string& account, const std::string& qos,
                          std::optional<int> association) const {
    const bool names_unknown_qos = !site_.qos.empty() && !qos.empty() && job.qos == nullptr;
    if (names_unknown_qos || (job.qos != nullptr && association && !qos_of_.allows(*association, qos)))
      return "InvalidQOS";
    if (site_.partitions.empty())
      return nullptr;
    if (job.partition == nullptr)
      return "unknown_partition";
    const auto& partition = *job.partition;
    if (is_kept_out(account, partition.allow_accounts, partition.deny_accounts))
      return "InvalidAccount";
    return is_kept_out(qos, partition.allow_qos, partition.deny_qos) ? "InvalidQOS" : nullptr;
  }
  /// A list of those who are allowed makes that of the others void.
  static bool is_kept_out(const std::string& name, const std::optional<std::set<std::string>>& allowed,
                          const std::set<std::string>& denied) {
    return allowed ? allowed->count(name) == 0 : denied.count(name) > 0;
  }

  /// QOSes first, in the order in which they count, then the associations from the user up to the root.
  void take_limits(JobClass& job, const std::string& user, const std::string& account,
                   std::optional<int> association) {
    std::vector<LimitLevel> levels;
    for (const auto* qos : qos_in_order(job))
      levels.push_back(level_of(*qos, user, account));
    const double factor = job.qos != nullptr ? job.qos->limit_factor : 1;
    static const Limits no_limits;
    for (int number = association.value_or(-1); number >= 0; number = (*accounts())[number].parent) {
      const auto place = static_cast<std::size_t>(number);
      levels.push_back({place < site_.limits.size() ? &site_.limits[place] : &no_limits, false, number,
                        *association, number, factor});
    }
    for (const auto& level : levels)
      job.groups.push_back(level.group);
    job.holders = job.groups;
    for (const auto& level : levels)
      if (level.is_qos)
        job.holders.insert(job.holders.end(), {level.user, level.account});
    LimitDraft draft(resources_, is_safe_);
    draft.take(levels);
    job.at_submission = std::move(draft.at_submission);
    job.at_start = std::move(draft.at_start);
    for (const auto* qos : qos_in_order(job))
      job.denies |= qos->deny_on_limit;
    job.usage_factor = job.qos != nullptr ? job.qos->usage_factor : 1;
    job.safe_factor = job.qos != nullptr && job.qos->usage_factor_safe ? job.usage_factor : 1;
  }

  /// That of the partition and that of the job, unless they are the same or are not there.
  std::vector<const Qos*> qos_in_order(const JobClass& job) const {
    const auto* of_partition = job.partition != nullptr ? site_.find_qos(job.partition->qos) : nullptr;
    std::vector<const Qos*> order{of_partition, job.qos};
    if (job.qos != nullptr && job.qos->over_part_qos)
      std::swap(order.front(), order.back());
    if (order.front() == order.back())
      order.pop_back();
    order.erase(std::remove(order.begin(), order.end(), nullptr), order.end());
    return order;
  }

  LimitLevel level_of(const Qos& qos, const std::string& user, const std::string& account) {
    const int number = numbers_.at(&qos);
    return {&qos.limits, true, number, within(number, "user", user), within(number, "account", account), 1};
  }
  /// The number of a user or of an account within a QOS.
  int within(int qos, const char* what, const std::string& name) {
    const auto [found, is_new] = within_.emplace(std::tuple(qos, what, name), 0);
    if (is_new)
      found->second = holdings_.add();
    return found->second;
  }

  const SiteRules& site_;
  const LimitedResources& resources_;
  const bool is_safe_;
  const QosOfAssociations qos_of_;
  Holdings holdings_;
  std::map<const Qos*, int> numbers_;                               ///< of QOSes; their order has no meaning
  std::map<std::tuple<int, std::string, std::string>, int> within_; ///< users and accounts within QOSes
  std::map<Key, JobClass, std::less<>> classes_;
};

} // namespace malha::cluster::limits
