// SPDX-License-Identifier: MIT
#include "written_parts.hpp"

#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace malha::testing {
namespace {

double number(const std::string& text) { return parse_number<double>(text).value(); }

/// MB of a task of an application on 2, 4 and 8 nodes (M-CISNE, table D.1).
Bytes memory_of(const std::string& application, int size) {
  static const std::map<std::string, std::array<int, 3>> table{
      {"IS-A", {150, 73, 37}},  {"IS-AB", {297, 144, 74}}, {"IS-B", {593, 285, 152}},
      {"MG-A", {227, 117, 62}}, {"MG-AB", {227, 117, 62}}, {"MG-B", {227, 117, 62}}};
  return 1e6 * table.at(application)[size == 2 ? 0 : size == 4 ? 1 : 2];
}

/// Capacity of the channel of each site.
std::map<std::string, double> channels_of(const RandomMulticluster& instance) {
  std::map<std::string, double> channels;
  const auto capacities = split(instance.request.settings.at("platform.channel"), ',');
  for (std::size_t cluster = 0; cluster < capacities.size(); ++cluster)
    channels["cluster-" + std::to_string(cluster + 1)] = number(capacities[cluster]);
  return channels;
}

/// Whether tasks can be split over the clusters so that the job alone saturates no channel.
bool fits_channels(const RandomMulticluster& instance, const SendingJob& job) {
  std::set<int> placed{0}; // numbers of tasks that the clusters up to here can have
  for (std::size_t cluster = 0; cluster < instance.sizes.size(); ++cluster) {
    const double channel = channels_of(instance).at("cluster-" + std::to_string(cluster + 1));
    for (const int before : std::set<int>(placed))
      for (int here = 1; here <= instance.sizes[cluster]; ++here)
        if (before + here <= job.tasks && job.traffic(here) <= channel)
          placed.insert(before + here);
  }
  return placed.count(job.tasks) > 0;
}

} // namespace

Bytes memory_of_a_task(const CsvReader& row) {
  const std::string metadata = row.text("metadata"), key = "application=";
  if (metadata.rfind(key, 0) != 0)
    return 0;
  return memory_of(metadata.substr(key.size()),
                   static_cast<int>(row.integer("requested_number_of_resources")));
}

// M-CISNE, equation 4.14.
double SendingJob::traffic(int here) const {
  return here == tasks ? 0 : static_cast<double>(here * (tasks - here)) * bandwidth / (tasks - 1);
}

SendingJob job_of(const RandomMulticluster& instance, const CsvReader& row) {
  SendingJob job;
  job.tasks = static_cast<int>(row.integer("requested_number_of_resources"));
  job.memory = memory_of_a_task(row);
  const auto& settings = instance.request.settings;
  if (const auto& about = row.text("metadata"); about.rfind("application=I", 0) == 0)
    job.bandwidth = number(settings.at("workload.bandwidth_is"));
  else if (about.rfind("application=M", 0) == 0)
    job.bandwidth = number(settings.at("workload.bandwidth_mg"));
  return job;
}

bool has_no_nodes(const RandomMulticluster& instance, const SendingJob& job) {
  if (job.tasks <= instance.largest)
    return false;
  const auto& policy = instance.coallocation;
  if (policy.empty() || job.tasks > std::accumulate(instance.sizes.begin(), instance.sizes.end(), 0))
    return true;
  if (policy == "jones")
    return 100.0 * instance.largest <
           number(instance.request.settings.at("policy.coallocation.share")) * job.tasks;
  return policy == "bucur" || (policy != "optimal" && !fits_channels(instance, job));
}

double WrittenParts::Coallocated::traffic(const std::string& site) const {
  for (const auto& part : parts)
    if (part.site == site)
      return job.traffic(part.nodes.size());
  return 0;
}

/// Whether it has begun before the other one does, and has not ended then.
bool WrittenParts::Coallocated::runs_when_begins(const Coallocated& other) const {
  return order < other.order && end > other.start;
}

WrittenParts::WrittenParts(const RandomMulticluster& instance, const std::filesystem::path& folder)
    : instance_(instance), folder_(folder) {
  if (instance.coallocation.empty()) {
    EXPECT_FALSE(std::filesystem::exists(folder / "parts.csv"));
    return;
  }
  if (!std::filesystem::exists(folder / "parts.csv"))
    return; // no job was co-allocated
  for (CsvReader rows(folder / "resources.csv"); rows.next();)
    site_of_[static_cast<int>(rows.integer("index"))] = rows.text("site");
  for (CsvReader rows(folder / "parts.csv"); rows.next();)
    jobs_[rows.text("job_id")].parts.push_back({rows.text("site"), rows.text("starting_time"),
                                                rows.text("finish_time"),
                                                IndexSet::parse(rows.text("allocated_resources"))});
  for (CsvReader rows(folder / "jobs.csv"); rows.next();)
    read_job(rows);
  std::int64_t order = 0;
  for (CsvReader rows(folder / "predictions.csv"); rows.next(); ++order)
    if (const auto found = jobs_.find(rows.text("job_id")); found != jobs_.end()) {
      found->second.order = order; // its last row is of when it began
      ++found->second.predictions;
    }
}

void WrittenParts::read_job(const CsvReader& row) {
  const auto found = jobs_.find(row.text("job_id"));
  EXPECT_TRUE(found != jobs_.end() || row.text("site").find('+') == std::string::npos) << row.place();
  if (found == jobs_.end())
    return;
  auto& one = found->second;
  one.job = job_of(instance_, row);
  one.start_text = row.text("starting_time");
  one.end_text = row.text("finish_time");
  one.start = number(one.start_text);
  one.end = number(one.end_text);
  one.sites = row.text("site");
  one.nodes = IndexSet::parse(row.text("allocated_resources"));
}

void WrittenParts::expect_together() const {
  for (const auto& [id, job] : jobs_) {
    SCOPED_TRACE("parts of job " + id);
    std::set<int> nodes;
    std::set<std::string> sites;
    for (const auto& part : job.parts) {
      EXPECT_EQ(part.start, job.start_text);
      EXPECT_EQ(part.end, job.end_text);
      EXPECT_TRUE(sites.insert(part.site).second);
      for (const int node : part.nodes) {
        EXPECT_EQ(site_of_.at(node), part.site);
        EXPECT_TRUE(nodes.insert(node).second);
      }
    }
    EXPECT_EQ(nodes, std::set<int>(job.nodes.begin(), job.nodes.end()));
    const auto named = split(job.sites, '+');
    EXPECT_EQ(sites, std::set<std::string>(named.begin(), named.end()));
  }
}

/// Whether it surely could. A local user who stays may leave a node too little memory.
bool WrittenParts::one_cluster_could_run(const SendingJob& job) const {
  if (job.tasks > instance_.largest)
    return false;
  if (!instance_.is_shared || instance_.request.environment.empty())
    return true;
  const auto& settings = instance_.request.settings;
  const auto of_user =
      number(settings.at("local_users.memory")) / 100 * number(settings.at("platform.memory"));
  return job.memory <= instance_.memory - of_user;
}

/// What a channel carries grows only when a job begins that uses it.
void WrittenParts::expect_channels_kept() const {
  const bool always = instance_.coallocation == "non_saturated" || instance_.coallocation == "non_optimal";
  for (const auto& [id, job] : jobs_) {
    SCOPED_TRACE("channels when job " + id + " begins");
    const bool from_below = one_cluster_could_run(job.job) || job.predictions > 1;
    EXPECT_TRUE(instance_.is_refined || !from_below);
    if (always || from_below)
      expect_not_saturated(job);
  }
}

void WrittenParts::expect_not_saturated(const Coallocated& begins) const {
  for (const auto& [site, capacity] : channels_of(instance_)) {
    double carries = begins.traffic(site);
    if (carries > 0)
      for (const auto& [id, other] : jobs_)
        carries += other.runs_when_begins(begins) ? other.traffic(site) : 0;
    EXPECT_LE(carries, capacity * (1 + 1e-12)) << site;
  }
}

void WrittenParts::expect_all_given_back() const {
  std::map<std::string, std::string> last;
  const std::vector<std::string> counts{"queued_jobs", "queued_resources", "running_jobs",
                                        "computing_resources"};
  for (CsvReader rows(folder_ / "series.csv"); rows.next();)
    for (const auto& count : counts)
      last[count] = rows.text(count);
  for (const auto& count : counts)
    EXPECT_EQ(last[count], "0") << count << " at the end";
}

} // namespace malha::testing
