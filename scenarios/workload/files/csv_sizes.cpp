// SPDX-License-Identifier: MIT
#include "csv_sizes.hpp"

#include "bad_row.hpp"
#include "drawn_sizes.hpp"
#include "job_sizes.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>

namespace malha {

CsvSizes::CsvSizes(const CsvRows& rows, const CsvColumns& columns, const Parameters& parameters)
    : rows_(rows), columns_(columns), kind_without_type_(kind_given(parameters)),
      clips_(parameters.text("sizes_clip") == "on") {
  constexpr std::array<CsvColumn, 9> all{CsvColumn::type,  CsvColumn::min,  CsvColumn::pref,
                                         CsvColumn::max,   CsvColumn::work, CsvColumn::law,
                                         CsvColumn::parts, CsvColumn::cost, CsvColumn::asks};
  has_any_ = std::any_of(all.begin(), all.end(), [&](CsvColumn one) { return columns_.has(one); });
}

/// What `read` returns; what it refuses is a bad row, because of `what`.
template <class Read>
auto CsvSizes::readable(const char* what, const Read& read) const {
  try {
    return read();
  } catch (const BadRow&) {
    throw;
  } catch (const InputError& error) {
    rows_.bad_row(error.what(), what);
  }
}

void CsvSizes::read() {
  if (!has_any_) {
    pref_ = columns_.count(CsvColumn::nodes);
    return;
  }
  const bool has_pref = columns_.has(CsvColumn::pref);
  pref_ = columns_.count(has_pref ? CsvColumn::pref : CsvColumn::nodes);
  min_ = columns_.count(CsvColumn::min);
  max_ = columns_.count(CsvColumn::max);
  if (!pref_ && min_ && max_)
    pref_ = usual_pref(*min_, *max_);
  work_ = columns_.duration(CsvColumn::work);
  sizes_ = {};
  is_given_ = work_ || min_ || max_;
  read_kind();
  if (pref_) {
    sizes_.pref = *pref_;
    sizes_.min = min_.value_or(*pref_);
    sizes_.max = max_.value_or(*pref_);
  }
  read_law();
  read_points();
}

void CsvSizes::read_kind() {
  if (!columns_.has(CsvColumn::type)) {
    if (min_ || max_)
      sizes_.kind = kind_without_type_;
    return;
  }
  const auto name = columns_.text(CsvColumn::type);
  if (name.empty())
    return;
  const auto kind = job_kind_of(name);
  if (!kind)
    columns_.refuse(CsvColumn::type, "rigid, moldable, malleable, evolving, adaptive");
  sizes_.kind = *kind;
  is_given_ = true;
}

/// A form names the law where the column holds its number alone.
void CsvSizes::read_law() {
  std::string law(columns_.text(CsvColumn::law));
  if (law.empty())
    return;
  is_given_ = true;
  if (const auto& form = columns_.form(CsvColumn::law); form != "text")
    law = form + ":" + law;
  sizes_.law = readable("speed-up law", [&] { return SpeedUp::read(law); });
}

void CsvSizes::read_points() {
  const std::string parts(columns_.text(CsvColumn::parts)), cost(columns_.text(CsvColumn::cost)),
      asks(columns_.text(CsvColumn::asks));
  is_given_ = is_given_ || !parts.empty() || !cost.empty() || !asks.empty();
  if (!parts.empty()) {
    const auto number = parts_in(parts);
    if (!number)
      columns_.refuse(CsvColumn::parts, "an integer, at least 1, or inf");
    sizes_.parts = *number;
  }
  if (!cost.empty()) {
    const auto read = cost_in(cost);
    if (!read)
      columns_.refuse(CsvColumn::cost,
                      "a number of s, at least 0, or two for jobs that grow and shrink: 60/20");
    sizes_.cost = *read;
  }
  sizes_.asks = readable("asks", [&] { return read_asks(asks); });
}

std::optional<Seconds> CsvSizes::run_time(std::optional<Seconds> recorded) {
  if (!work_)
    return recorded;
  if (recorded)
    columns_.refuse(CsvColumn::work, "nothing where the row has a run time, too");
  sizes_.set_work(*work_);
  return sizes_.run_at_pref;
}

std::shared_ptr<const Malleability> CsvSizes::checked(Seconds run_time) {
  if (!is_given_)
    return nullptr;
  if (!work_)
    sizes_.set_run_at_pref(run_time);
  if (clips_ && may_ask(sizes_.kind) && clip_asks(sizes_) > 0)
    ++clipped_;
  readable("sizes of a job", [&] { check(sizes_); });
  const auto is_time = [](Seconds time) { return time > 0 && time < end_of_dates; };
  for (const int nodes : {sizes_.min, sizes_.pref, sizes_.max})
    if (!is_time(sizes_.run_time(nodes)))
      rows_.bad_row("has a run time of " + shortest(sizes_.run_time(nodes)) + " s on " +
                        std::to_string(nodes) + " nodes; valid: above 0 s, and below 253402300800 s",
                    "sizes of a job");
  const bool changes = obeys(sizes_.kind) || may_ask(sizes_.kind);
  const bool is_for_changes = sizes_.parts > 1 || sizes_.cost.grow > 0 || sizes_.cost.shrink > 0;
  idle_ += is_for_changes && !changes ? 1 : 0;
  if (sizes_.kind == JobKind::rigid)
    return nullptr;
  long_laws_ += has_long_law(sizes_) ? 1 : 0;
  return std::make_shared<const Malleability>(sizes_);
}

void CsvSizes::add_to(std::vector<WorkloadNote>& notes) const {
  if (clipped_ > 0)
    notes.push_back({"asks for nodes beyond its sizes, moved to the nearest size", clipped_});
  if (idle_ > 0)
    notes.push_back({"parts or a cost of a rigid or moldable job, without effect", idle_});
  if (long_laws_ > 0)
    notes.push_back({note_of_long_laws, long_laws_});
}

} // namespace malha
