// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/site_rules.hpp"
#include "policies/sdk/split.hpp"

namespace malha::cluster::limits {

/// The QOSes that associations may use and the one that they have by default, as the keys QOS and DefaultQOS
/// of `sacctmgr dump` say. An association that does not say has those of its account. A name with + or - in
/// front adds to these, or takes away from them.
class QosOfAssociations {
public:
  /// Null: the site knows no accounts.
  explicit QosOfAssociations(const Accounts* accounts) {
    for (int number = 0; accounts != nullptr && number < accounts->size(); ++number) {
      const auto& association = (*accounts)[number];
      auto own = association.parent < 0 ? Own{} : all_[static_cast<std::size_t>(association.parent)];
      const auto& settings = association.settings;
      if (const auto found = settings.find("QOS"); found != settings.end() && !found->second.empty())
        own.allowed = changed(own.allowed, found->second);
      if (const auto found = settings.find("DefaultQOS"); found != settings.end() && !found->second.empty())
        own.by_default = found->second;
      all_.push_back(std::move(own)); // accounts come before what belongs to them
    }
  }

  /// Where nothing says which QOSes it may use, it may use all.
  bool allows(int association, const std::string& qos) const {
    const auto& allowed = all_[static_cast<std::size_t>(association)].allowed;
    return !allowed || allowed->count(qos) > 0;
  }
  /// "": nothing says it.
  const std::string& default_of(int association) const {
    return all_[static_cast<std::size_t>(association)].by_default;
  }

private:
  using Names = std::optional<std::set<std::string>>;

  struct Own {
    Names allowed;
    std::string by_default;
  };

  static Names changed(const Names& before, const std::string& written) {
    std::set<std::string> names;
    if (written.front() == '+' || written.front() == '-')
      names = before.value_or(names);
    for (const auto& name : split(written, ',')) {
      if (!name.empty() && name.front() == '-')
        names.erase(name.substr(1));
      else
        names.insert(!name.empty() && name.front() == '+' ? name.substr(1) : name);
    }
    return names;
  }

  std::vector<Own> all_; ///< by association
};

} // namespace malha::cluster::limits
