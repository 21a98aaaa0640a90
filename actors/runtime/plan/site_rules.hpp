// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/workload/files/slurm_conf.hpp"

namespace malha {

/// The files by which a site says its rules, in the formats of Slurm 22.05. "": there is none.
struct SiteFiles {
  std::filesystem::path accounts;   ///< as `sacctmgr dump` writes them
  std::filesystem::path usage;      ///< what users have used: CSV with account, user, usage; needs accounts
  std::filesystem::path qos;        ///< as `sacctmgr -P show qos` prints them
  std::filesystem::path slurm_conf; ///< slurm.conf: partitions, licences, what is enforced
};

/// The rules of a site as files say them.
struct ReadSiteRules {
  cluster::SiteRules rules;
  std::optional<SlurmConf> slurm_conf; ///< all of it; nothing: there is no such file
  bool has_limits = false;             ///< accounts or QOSes have limits
  std::vector<std::string> notes;      ///< what has no effect, a sentence for each file
};

/// Reads the rules of a site. The limits of accounts and QOSes are left out, with a note, if slurm.conf is
/// there and does not enforce limits. Throws InputError, with file and line; a partition whose QOS the file
/// of QOSes does not have is refused.
ReadSiteRules read_site_rules(const SiteFiles& files);

} // namespace malha
