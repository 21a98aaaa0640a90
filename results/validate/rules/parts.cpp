// SPDX-License-Identifier: MIT
#include "policies/sdk/numbers.hpp"
#include "results/validate/rule.hpp"

namespace malha {
namespace {

/// A row of jobs.csv of a job that several sites ran at once.
struct WholeJob {
  std::string who; ///< "job 3 (jobs.csv:5)"
  std::string site;
  Seconds start, finish;
  IndexSet resources;
};

/// Checks the parts of one job against its row.
class PartsOfJob {
public:
  PartsOfJob(const WholeJob& job, const SitesOfResources& sites, Findings& findings)
      : job_(job), sites_(sites), findings_(findings) {}

  void check(const std::vector<PartRead>& parts) {
    std::set<std::string> sites;
    IndexSet all;
    for (const auto& part : parts) {
      check_dates(part);
      if (!sites.insert(part.site).second)
        report(part.who + " is the second of site '" + part.site + "'");
      if (const auto outside = sites_.outside(part.site, part.resources))
        findings_.violation("site", part.who + " is in site '" + part.site + "' and on resource " +
                                        std::to_string(*outside) + " of site '" + sites_.of(*outside) + "'");
      all.insert(part.resources);
    }
    std::string joined;
    for (const auto& part : parts)
      joined += (joined.empty() ? "" : "+") + part.site;
    if (sites_of(joined) != sites_of(job_.site))
      report(job_.who + " is in site '" + job_.site + "', and its parts in '" + joined + "'");
    if (!(all == job_.resources))
      report(job_.who + " has resources " + job_.resources.text() + ", its parts have " + all.text());
  }

private:
  void report(const std::string& what) { findings_.violation("parts", what); }

  void check_dates(const PartRead& part) {
    if (part.start != job_.start)
      report(part.who + " starts at " + shortest(part.start) + ", its job at " + shortest(job_.start));
    if (part.finish != job_.finish)
      report(part.who + " ends at " + shortest(part.finish) + ", its job at " + shortest(job_.finish));
  }

  /// The sites in "a+b". Their order has no meaning: parts are in the order in which their sites received the
  /// end of the job.
  static std::multiset<std::string> sites_of(const std::string& joined) {
    std::multiset<std::string> sites;
    std::size_t begin = 0;
    for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
      end = joined.find('+', begin);
      sites.insert(joined.substr(begin, end - begin));
    }
    return sites;
  }

  const WholeJob& job_;
  const SitesOfResources& sites_;
  Findings& findings_;
};

class Parts : public RuleCheck {
public:
  using RuleCheck::RuleCheck;

  void job(const JobInFile& read) override {
    if (!read.is_rejected() && read.is_in_sites)
      jobs_[read.id] = {read.who, read.row.text_if_any("site"), read.job.start, read.job.finish,
                        read.job.resources};
  }

  void end() override {
    if (run_.parts.empty() && jobs_.empty())
      return;
    for (const auto& [id, job] : jobs_)
      if (const auto found = run_.parts.find(id); found == run_.parts.end())
        findings_.violation("parts", job.who + " is in site '" + job.site + "' and has no row in parts.csv");
      else
        PartsOfJob(job, run_.sites, findings_).check(found->second);
    for (const auto& [id, parts] : run_.parts)
      if (jobs_.count(id) == 0)
        findings_.violation("parts", parts.front().who + " is a part of a job that has no row in jobs.csv");
    findings_.checked("jobs in several sites start and end in all of them at once, on resources of each");
  }

private:
  std::map<std::string, WholeJob> jobs_; ///< by id
};

} // namespace

MALHA_RULE("parts",
           "The parts of a job in several sites start and end with it, each on resources of its site.",
           check_by<Parts>, 90)

} // namespace malha
