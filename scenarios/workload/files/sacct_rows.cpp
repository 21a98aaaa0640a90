// SPDX-License-Identifier: MIT
#include "sacct_rows.hpp"

#include "bad_row.hpp"
#include "metadata.hpp"
#include "policies/sdk/plain_text.hpp"
#include "slurm_tres.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace malha {

SacctRows::SacctRows(const std::filesystem::path& file) : rows_(file, Quotes::none) {
  rows_.split_at('|');
  for (std::size_t place = 0; place < rows_.names().size(); ++place)
    if (!places_.emplace(rows_.names()[place], place).second)
      throw InputError(file.string() + ":1: has column " + malha::quoted(rows_.names()[place]) +
                       " twice; valid: once");
  check_columns(file.string());
}

void SacctRows::check_columns(const std::string& file) const {
  const auto need = [&](bool is_there, const std::string& what) {
    if (!is_there)
      throw InputError(
          file + ":1: has no column " + what +
          "; valid: what sacct -P -o JobID,Submit,Start,End,TimelimitRaw,NNodes prints, and more "
          "columns; its columns: " +
          listed(rows_.names()));
  };
  for (const auto* column : {"JobID", "Submit", "Start", "TimelimitRaw"})
    need(has(column), column);
  need(has("End") || has("ElapsedRaw"), "End or ElapsedRaw");
  need(has("ReqTRES") || has("NNodes") || has("NCPUS"), "NNodes, NCPUS or ReqTRES");
}

/// "" where there is no such column.
std::string_view SacctRows::text(const std::string& column) const {
  const auto place = places_.find(column);
  if (place == places_.end())
    return "";
  const auto found = rows_.cell(place->second);
  if (forbidden_in(found, true))
    refuse(column, "text without control characters");
  return found;
}

/// "" also where it is unknown.
std::string SacctRows::value(const std::string& column) const {
  const auto found = text(column);
  return is_unknown(found) || is_unknown_number(found) ? "" : std::string(found);
}

void SacctRows::refuse(const std::string& column, const std::string& valid) const {
  const auto name = "column '" + column + "'";
  rows_.bad_row(name + " is " + malha::quoted(rows_.cell(places_.at(column))) + "; valid: " + valid, name);
}

std::optional<TraceDate> SacctRows::date(const std::string& column) const {
  const auto found = value(column);
  if (found.empty())
    return std::nullopt;
  const bool is_number = found.find_first_not_of("0123456789") == std::string::npos;
  const auto read = date_in(found, is_number ? "epoch" : "date"); // SLURM_TIME_FORMAT=%s prints numbers
  if (!read)
    refuse(column, "a date such as 2026-11-25T11:15:19");
  return read;
}

std::optional<std::int64_t> SacctRows::count(const std::string& column) const {
  constexpr double most = 1e9;
  const auto found = value(column);
  if (found.empty())
    return std::nullopt;
  double number = -1;
  try {
    number = cluster::amount_of(tres_amounts("node=" + found), "node"); // sacct may print 1024 as 1K
  } catch (const std::invalid_argument&) {                              // it is refused below
  }
  if (!(number >= 0 && number <= most && number == std::trunc(number)))
    refuse(column, "a whole number from 0 to " + std::to_string(static_cast<std::int64_t>(most)));
  return static_cast<std::int64_t>(number);
}

std::optional<Seconds> SacctRows::duration(const std::string& column, const std::string& form) const {
  const auto found = value(column);
  if (found.empty())
    return std::nullopt;
  const auto read = duration_in(found, form);
  if (!read)
    refuse(column, valid_in(form));
  return read;
}

const SacctRow* SacctRows::next() {
  if (!rows_.next())
    return nullptr;
  row_ = {};
  row_.id = text("JobID");
  if (row_.id.empty())
    refuse("JobID", "an id for each job");
  if (!is_step())
    read();
  return &row_;
}

void SacctRows::read() {
  row_.raw = value("JobIDRaw");
  if (row_.raw.empty())
    row_.raw = row_.id;
  const auto submitted = date("Submit");
  if (!submitted)
    refuse("Submit", "a date such as 2026-11-25T11:15:19, which every job must have");
  row_.submitted = *submitted;
  row_.eligible = date("Eligible");
  row_.start = date("Start");
  row_.end = date("End");
  row_.elapsed = duration("ElapsedRaw", "s");
  row_.limit = duration("TimelimitRaw", "min");
  row_.nodes = count("NNodes");
  row_.cpus = count("NCPUS");
  try {
    row_.requested = tres_amounts(value("ReqTRES"));
  } catch (const std::invalid_argument& error) {
    rows_.bad_row(std::string("column 'ReqTRES': ") + error.what(), "column 'ReqTRES'");
  }
  read_texts();
}

void SacctRows::read_texts() {
  auto& who = row_.credentials;
  who.user = value("User");
  who.account = value("Account");
  who.group = value("Group");
  who.partition = value("Partition");
  who.qos = value("QOS");
  row_.reservation = value("Reservation");
  row_.name = std::string(text("JobName")); // be it "none"
  const auto state = value("State"), constraints = value("Constraints");
  row_.state = state_in(state);
  row_.constraints = constraints;
  add_metadata("id", row_.id == row_.raw ? "" : row_.id);
  add_metadata("account", who.account);
  add_metadata("group", who.group);
  add_metadata("partition", who.partition);
  add_metadata("qos", who.qos);
  add_metadata("state", state);
  add_metadata("job.constraints", constraints);
}

void SacctRows::add_metadata(const std::string& key, const std::string& value) {
  if (!value.empty() && !append_metadata(row_.metadata, key + "=" + metadata_text(value)))
    rows_.bad_row("has texts of more than " + std::to_string(longest_metadata) + " characters; valid: fewer",
                  "texts that are too long");
}

} // namespace malha
