// SPDX-License-Identifier: MIT
#include "parts.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "rows.hpp"
#include "sites.hpp"

#include <set>

namespace malha {
namespace {

/// What the parts of a job have in common with it.
class OneJob {
public:
  OneJob(const WholeJob& job, const SitesOfResources& sites, Findings& findings)
      : job_(job), sites_(sites), findings_(findings) {}

  void check(const std::vector<PartRead>& parts) {
    std::set<std::string> sites;
    IndexSet all;
    for (const auto& part : parts) {
      check_dates(part);
      if (!sites.insert(part.site).second)
        fail(part.who + " is the second of site '" + part.site + "'");
      if (const auto outside = sites_.outside(part.site, part.resources))
        findings_.violation("site", part.who + " is in site '" + part.site + "' and on resource " +
                                        std::to_string(*outside) + " of site '" + sites_.of(*outside) + "'");
      all.insert(part.resources);
    }
    std::string joined;
    for (const auto& part : parts)
      joined += (joined.empty() ? "" : "+") + part.site;
    if (sites_of(joined) != sites_of(job_.site))
      fail(job_.who + " is in site '" + job_.site + "', and its parts in '" + joined + "'");
    if (!(all == job_.resources))
      fail(job_.who + " has resources " + job_.resources.text() + ", its parts have " + all.text());
  }

private:
  void fail(const std::string& what) { findings_.violation("parts", what); }

  void check_dates(const PartRead& part) {
    if (part.start != job_.start)
      fail(part.who + " starts at " + shortest(part.start) + ", its job at " + shortest(job_.start));
    if (part.finish != job_.finish)
      fail(part.who + " ends at " + shortest(part.finish) + ", its job at " + shortest(job_.finish));
  }

  /// Parts are in the order in which their sites heard of the end.
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

} // namespace

PartsRead read_parts(const std::filesystem::path& file) {
  PartsRead parts;
  if (!is_written(file))
    return parts;
  for (CsvReader rows(file); rows.next();) {
    const auto id = std::to_string(rows.integer("job_id"));
    parts[id].push_back({"job " + id + " (" + rows.place() + ")", rows.text("site"),
                         finite(rows, "starting_time"), finite(rows, "finish_time"), resources_in(rows)});
  }
  return parts;
}

void check_parts(const PartsRead& parts, const std::map<std::string, WholeJob>& jobs,
                 const std::map<int, ResourceRow>& resources, Findings& findings) {
  if (parts.empty() && jobs.empty())
    return;
  const SitesOfResources sites(resources);
  for (const auto& [id, job] : jobs) {
    const auto found = parts.find(id);
    if (found == parts.end())
      findings.violation("parts",
                         job.who + " is in site '" + job.site + "', and parts.csv has nothing of it");
    else
      OneJob(job, sites, findings).check(found->second);
  }
  for (const auto& [id, of_job] : parts)
    if (jobs.count(id) == 0)
      findings.violation("parts", of_job.front().who + " is a part of a job that has no row in jobs.csv");
  findings.checked("jobs in several sites start and end in all of them at once, on resources of each");
}

} // namespace malha
