// SPDX-License-Identifier: MIT
#include "records.hpp"

#include "policies/sdk/numbers.hpp"

#include <charconv>
#include <stdexcept>
#include <string_view>
#include <type_traits>

namespace malha {
namespace {

/// No platform has that many hosts; a larger index is damage.
constexpr int largest_index = 10'000'000;

void append(std::string& line, std::string_view field) {
  line += ',';
  line += field;
}

/// Numbers go straight into the line: rows are written by the million.
template <class Number>
std::enable_if_t<std::is_arithmetic_v<Number>> append(std::string& line, Number value) {
  char text[32] = {','};
  line.append(text, std::to_chars(text + 1, text + sizeof text, value).ptr);
}

} // namespace

std::string interval_text(const std::vector<int>& indices) {
  std::string text;
  for (std::size_t first = 0; first < indices.size();) {
    std::size_t last = first;
    while (last + 1 < indices.size() && indices[last + 1] == indices[last] + 1)
      ++last;
    text += (text.empty() ? "" : " ") + std::to_string(indices[first]);
    if (last > first)
      text += "-" + std::to_string(indices[last]);
    first = last + 1;
  }
  return text;
}

std::vector<int> interval_indices(const std::string& text) {
  std::vector<int> indices;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find(' ', begin), text.size());
    const std::string interval = text.substr(begin, end - begin);
    const auto dash = interval.find('-');
    const auto first = parse_number<int>(interval.substr(0, dash));
    const auto last = dash == std::string::npos ? first : parse_number<int>(interval.substr(dash + 1));
    const bool more = end < text.size();
    if (!first || !last || *last < *first || *first < 0 || *last > largest_index ||
        (more && end + 1 == text.size()) || (!indices.empty() && *first <= indices.back()))
      throw std::invalid_argument("'" + text + "' is not a set of intervals such as '0-3 5'");
    for (int index = *first; index <= *last; ++index)
      indices.push_back(index);
    begin = end + 1;
  }
  return indices;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos)
    return text;
  std::string quoted = "\"";
  for (const char c : text)
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string jobs_header() {
  return "job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,"
         "final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,"
         "allocated_resources,consumed_energy,metadata,job,user,queue,site,preemptions,restarts,wasted_time,"
         "work";
}

std::string csv_line(const JobRow& row) {
  const Seconds execution = row.finish - row.start;
  const Seconds turnaround = row.finish - row.task.submitted;
  std::string line = std::to_string(row.task.id);
  line.reserve(256);
  append(line, csv_field(row.workload));
  append(line, csv_field(row.profile));
  append(line, row.task.submitted);
  append(line, row.task.resources);
  append(line, row.walltime.value_or(-1));
  append(line, "1,COMPLETED_SUCCESSFULLY");
  append(line, row.start);
  append(line, execution);
  append(line, row.finish);
  append(line, row.start - row.task.submitted);
  append(line, turnaround);
  append(line, execution > 0 ? turnaround / execution : 1);
  append(line, interval_text(row.resources));
  append(line, "-1,"); // no energy model; no metadata
  append(line, row.task.job);
  append(line, csv_field(row.user));
  append(line, ""); // queue
  append(line, csv_field(row.site));
  append(line, "0,0,0"); // preemptions, restarts, wasted_time
  append(line, row.task.work);
  return line;
}

std::string resources_header() { return "index,host,speed,cores,site,owner,slots"; }

std::string csv_line(const ResourceRow& row) {
  std::string line = std::to_string(row.index);
  append(line, csv_field(row.host));
  append(line, row.speed);
  append(line, row.cores);
  append(line, csv_field(row.site));
  append(line, csv_field(row.owner));
  append(line, row.slots);
  return line;
}

std::string messages_header() { return "kind,layer,number,bytes"; }

std::string csv_line(const MessageRow& row) {
  std::string line = csv_field(row.kind);
  append(line, csv_field(row.layer));
  append(line, row.count);
  append(line, row.bytes);
  return line;
}

} // namespace malha
